import { StreamFramer } from './stream-framer.js';

const message = (body: string) =>
  `OPTIONS sip:a SIP/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('SIP stream framing', () => {
  it('splits messages at the same places at any chunk boundary', () => {
    const stream = Buffer.from(`\r\n${message('äb')}\r\n\r\n${message('')}${message('v=0\r\n\r\nx')}`);
    for (const size of [1, 2, 7, 40, 10_000]) {
      const framer = new StreamFramer(1_000);
      const found: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        found.push(...framer.push(stream.subarray(at, at + size)).messages);
      }
      expect(found).toEqual([message('äb'), message(''), message('v=0\r\n\r\nx')]);
      expect(framer.isWaiting).toBe(false);
    }
  });

  it('answers a CRLF keep-alive', () => {
    expect(new StreamFramer(1_000).push(Buffer.from('\r\n\r\n')).pings).toBe(1);
  });

  it.each([
    ['a message that says it is larger than the limit', 'OPTIONS sip:a SIP/2.0\r\nl: 2000\r\n\r\n'],
    ['a head without an end', 'x'.repeat(1_001)],
    ['a negative length', 'OPTIONS sip:a SIP/2.0\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'OPTIONS sip:a SIP/2.0\r\nContent-Length: 3\r\nl: 1\r\n\r\nabc'],
  ])('fails on %s', (_, text) => {
    expect(new StreamFramer(1_000).push(Buffer.from(text)).broken).toBe(true);
  });
});
