import fc from 'fast-check';
import { parseFrame } from './parse-frame.js';

const parse = (frame: unknown) => parseFrame(Buffer.from(JSON.stringify(frame)), false);
const offer = { type: 'offer', sessionId: '', data: { type: 'offer', sdp: 'v=0' }, authToken: 't' };

describe('parseFrame', () => {
  it('parses an offer, also with null optional fields', () => {
    const nulls = {
      ...offer,
      sessionId: null,
      mode: null,
      callSid: 'c',
      agentVersionOverride: { artifactVersion: 'a', lambdaDeploymentVersion: null },
    };
    expect(parse(nulls)).toEqual(nulls);
    const { sessionId: _none, ...absent } = offer;
    expect(parse(absent)).toEqual(absent);
  });

  it('leaves a non-string token to the token check', () => {
    expect(parse({ ...offer, authToken: 5 })).toMatchObject({ type: 'offer' });
  });

  it('parses candidates with null sdpMid and sdpMLineIndex, and an empty one', () => {
    const frame = { type: 'ice-candidate', sessionId: 's' };
    for (const data of [{ candidate: '', sdpMid: null, sdpMLineIndex: null }, { candidate: '' }, null])
      expect(parse({ ...frame, data })).toEqual({ ...frame, data });
  });

  it('parses a ping with any other fields', () => {
    expect(parse({ type: 'ping' })).toEqual({ type: 'ping' });
    expect(parse({ type: 'ping', sessionId: 'sess_1', data: 7 })).toMatchObject({ type: 'ping' });
  });

  it.each([
    ['no type', { ...offer, type: undefined }],
    ['an unknown type', { ...offer, type: 'renegotiate' }],
    ['a type that only servers send', { type: 'answer', sessionId: 's', data: { type: 'answer', sdp: '' } }],
    ['no data', { ...offer, data: undefined }],
    ['data that is a list', { ...offer, data: [] }],
    ['data.type that is not offer', { ...offer, data: { type: 'answer', sdp: 'v=0' } }],
    ['no data.sdp', { ...offer, data: { type: 'offer' } }],
    ['a mode that is no text', { ...offer, mode: 7 }],
    ['an override that is no object', { ...offer, agentVersionOverride: 'x' }],
    ['a field beyond any sense', { ...offer, callSid: 'x'.repeat(1_025) }],
    ['a candidate that is no text', { type: 'ice-candidate', sessionId: 's', data: { candidate: 1 } }],
    [
      'a negative line index',
      { type: 'ice-candidate', sessionId: 's', data: { candidate: '', sdpMLineIndex: -1 } },
    ],
    ['a close without a session id', { type: 'close' }],
    ['a list', []],
    ['null', null],
  ])('rejects %s', (_name, frame) => {
    expect(parse(frame)).toMatchObject({ type: 'bad-frame' });
  });

  it('rejects binary and non-JSON frames', () => {
    expect(parseFrame(Buffer.from(JSON.stringify(offer)), true)).toMatchObject({ type: 'bad-frame' });
    expect(parseFrame(Buffer.from('{"type":'), false)).toMatchObject({ type: 'bad-frame' });
    expect(parseFrame(Buffer.from([0xff, 0xfe, 0x00]), false)).toMatchObject({ type: 'bad-frame' });
  });

  it('names the session when rejecting a frame that named it', () => {
    expect(parse({ type: 'ice-candidate', sessionId: 'sess_1', data: {} })).toMatchObject({
      sessionId: 'sess_1',
    });
  });

  it('never throws on arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) =>
        ['bad-frame', 'offer', 'close', 'ice-candidate', 'ping'].includes(
          parseFrame(Buffer.from(text), false).type,
        ),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('offer', 'ice-candidate', 'close'), fc.object(), (type, rest) => {
        expect(typeof parse({ ...rest, type }).type).toBe('string');
      }),
    );
  });
});
