import { LoggerFactory } from 'sip.js/lib/core/index.js';
import './core-values.js';
import { parseMessage } from './parse-message.js';
import { keepSessionPart } from './session-body.js';

const SDP = 'v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\n';

/** The extracted SDP and the type of a required part. */
function read(contentType: string | undefined, body: string) {
  const lines = [
    'INVITE sip:+442079460000@192.0.2.9 SIP/2.0',
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1',
    'From: <sip:+12125550100@192.0.2.1>;tag=1',
    'To: <sip:+442079460000@192.0.2.9>',
    'Call-ID: a',
    'CSeq: 1 INVITE',
    'Contact: <sip:192.0.2.1>',
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ];
  const message = parseMessage(lines.join('\r\n'), new LoggerFactory().getLogger('test'));
  if (!message) throw new Error('the message was not read');
  const required = keepSessionPart(message);
  return { body: message.body, required, type: message.getHeader('content-type') };
}

const part = (type: string, body: string, ...fields: readonly string[]) =>
  [`Content-Type: ${type}`, ...fields, '', body].join('\r\n');
const mixed = (boundary: string, ...parts: readonly string[]) =>
  [...parts.map((text) => `--${boundary}\r\n${text}`), `--${boundary}--`, ''].join('\r\n');

/** Per RFC 3204, 4; some ISUP is sent without any encoding. */
const ISUP = part(
  'application/ISUP;version=nxv3;base=etsi121',
  '\u0001\u0002\ufffd\u0003',
  'Content-Disposition: signal;handling=optional',
);

describe('SDP in a SIP message', () => {
  it.each([
    [
      'beside ISUP',
      'multipart/mixed;boundary=unique-boundary-1',
      mixed('unique-boundary-1', part('application/SDP;charset=ISO-10646', SDP), ISUP),
    ],
    [
      'behind ISUP',
      'multipart/mixed; boundary="gc0p4Jq0M2Yt08jU534c0p"',
      mixed('gc0p4Jq0M2Yt08jU534c0p', ISUP, part('application/sdp', SDP)),
    ],
    [
      'in capitals, with a semicolon too many',
      'Multipart/Mixed;BOUNDARY=x;',
      mixed('x', part('APPLICATION/SDP', SDP)),
    ],
    [
      'in a nested body',
      'multipart/mixed;boundary=a',
      mixed('a', part('multipart/related;boundary=ab', mixed('ab', part('application/sdp', SDP))), ISUP),
    ],
    [
      'that is the best of alternatives',
      'multipart/alternative;boundary=x',
      mixed('x', part('application/sdp', 'v=0\r\ns=worse'), part('application/sdp', SDP)),
    ],
    [
      'with line ends of one sign',
      'multipart/mixed;boundary=x',
      mixed('x', part('application/sdp', SDP.replaceAll('\r\n', '\n')).replaceAll('\r\n', '\n')),
    ],
    [
      'whose end is missing',
      'multipart/mixed;boundary=x',
      mixed('x', part('application/sdp', SDP)).replace('--x--', ''),
    ],
    ['without a type', undefined, SDP],
  ])('is found %s', (_, type, body) => {
    const found = read(type, body);
    expect(found).toMatchObject({ required: undefined, type: 'application/sdp' });
    expect(found.body.replaceAll('\r\n', '\n').trim()).toBe(SDP.replaceAll('\r\n', '\n').trim());
  });

  it('is missing without a part for it, or with endless nesting', () => {
    expect(read('multipart/mixed;boundary=x', mixed('x', ISUP)).body).toBe('');
    expect(read('multipart/mixed', 'anything').body).toBe('');
    let nested = part('application/sdp', SDP);
    for (let depth = 0; depth < 9; depth += 1)
      nested = part(`multipart/mixed;boundary=b${depth}e`, mixed(`b${depth}e`, nested));
    expect(read('multipart/mixed;boundary=x', mixed('x', nested)).body).toBe('');
  });

  it('includes the type of a required part', () => {
    const required = ISUP.replace('optional', 'required');
    expect(
      read('multipart/mixed;boundary=x', mixed('x', part('application/sdp', SDP), required)).required,
    ).toBe('application/ISUP');
  });
});
