import fc from 'fast-check';
import { parseFrame } from './parse-frame.js';

const parse = (frame: unknown) => parseFrame(Buffer.from(JSON.stringify(frame)), false);
const offer = { type: 'offer', sessionId: '', data: { type: 'offer', sdp: 'v=0' }, authToken: 't' };

describe('parseFrame', () => {
  it('reads an offer, also with null in what is optional', () => {
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

  it('leaves a token that is no text to the token check', () => {
    expect(parse({ ...offer, authToken: 5 })).toMatchObject({ type: 'offer' });
  });

  it('reads a candidate whose sdpMid and sdpMLineIndex are null, and an empty one', () => {
    const frame = { type: 'ice-candidate', sessionId: 's' };
    for (const data of [{ candidate: '', sdpMid: null, sdpMLineIndex: null }, { candidate: '' }, null])
      expect(parse({ ...frame, data })).toEqual({ ...frame, data });
  });

  it('reads a ping, whatever else it carries', () => {
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
  ])('refuses %s', (_name, frame) => {
    expect(parse(frame)).toMatchObject({ type: 'bad-frame' });
  });

  it('refuses what is binary or no JSON', () => {
    expect(parseFrame(Buffer.from(JSON.stringify(offer)), true)).toMatchObject({ type: 'bad-frame' });
    expect(parseFrame(Buffer.from('{"type":'), false)).toMatchObject({ type: 'bad-frame' });
    expect(parseFrame(Buffer.from([0xff, 0xfe, 0x00]), false)).toMatchObject({ type: 'bad-frame' });
  });

  it('names the session in the refusal of a frame that named it', () => {
    expect(parse({ type: 'ice-candidate', sessionId: 'sess_1', data: {} })).toMatchObject({
      sessionId: 'sess_1',
    });
  });

  it('never throws, whatever JSON arrives', () => {
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
