import { maskMessage } from './mask-message.js';

const head = (...fields: readonly string[]) =>
  ['INFO sip:1@192.0.2.1 SIP/2.0', ...fields, '', ''].join('\r\n');

it('removes digest responses, SRTP keys and DTMF from a stored message', () => {
  const login =
    'Authorization: Digest username="office", realm="sip", nonce="n", uri="sip:x", response="0123456789abcdef", cnonce=abc, nc=00000001';
  const sdp = 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:dEqpO7RgmMamQxQ8S8WFAVE5FOaOEsexwRz74Ql5|2^31\r\n';
  const messages = [
    head(login) + sdp,
    head(login.replace('Authorization', 'proxy-authorization')),
    head('Content-Type: application/dtmf-relay') + 'Signal=7\r\nDuration=160\r\n',
    head('Content-Type: application/dtmf') + '7',
  ];
  for (const message of messages) {
    const masked = maskMessage(message);
    expect(masked).toHaveLength(message.length);
    expect(masked).not.toMatch(/0123456789abcdef|=abc|dEqpO7|=7|7$/);
  }
  expect(maskMessage(messages[0] ?? '')).toContain('username="office", realm="sip", nonce="n"');
});

it('leaves everything other than secrets unchanged', () => {
  const message =
    head('Content-Type: application/sdp', 'Via: SIP/2.0/UDP 192.0.2.1;branch=response=1') + 'v=0\r\n';
  expect(maskMessage(message)).toBe(message);
});
