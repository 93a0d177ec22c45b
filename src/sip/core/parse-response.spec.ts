import { LoggerFactory } from 'sip.js/lib/core/index.js';
import { readHead } from '../messages/sip-head.js';
import { parseResponse } from './parse-response.js';

const logger = new LoggerFactory().getLogger('test');

function parsed(status: number, ...fields: string[]) {
  const text = [
    `SIP/2.0 ${status} Said`,
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKa',
    'From: <sip:a@192.0.2.1>;tag=a',
    'To: <sip:b@192.0.2.2>;tag=b',
    'Call-ID: c',
    'CSeq: 1 INVITE',
    ...fields,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
  const head = readHead(text);
  if (!head) throw new Error('it has no head');
  return parseResponse(text, head, logger);
}

it('returns supported challenges, folded ones too, the best first', () => {
  const message = parsed(
    401,
    'WWW-Authenticate: Digest realm="r", nonce="n", algorithm=AKAv1-MD5',
    'WWW-Authenticate: Digest realm="r",\r\n\tnonce="n", algorithm=MD5-sess',
    'www-authenticate : Digest realm="r", nonce="n"',
  );
  const challenges = message?.headers['WWW-Authenticate']?.map(
    ({ parsed: { algorithm } }) => algorithm as string,
  );
  expect(challenges).toEqual(['MD5-sess', 'MD5']);
});

it.each([401, 486])('parses a %d with an unsupported challenge', (status) => {
  const message = parsed(status, 'Proxy-Authenticate: Digest realm="r", nonce="n", algorithm=MD5-unheard');
  expect(message?.statusCode).toBe(status);
  expect(message?.parseHeader('proxy-authenticate')).toBeUndefined();
});

it('keeps redirection contacts of any scheme unchanged', () => {
  const message = parsed(
    302,
    'm: <tel:+442079460123>;q=0.5, <sip:a@192.0.2.2>',
    'Contact: <http://example.com/>',
  );
  expect(message?.getHeaders('contact')).toEqual([
    '<tel:+442079460123>;q=0.5, <sip:a@192.0.2.2>',
    '<http://example.com/>',
  ]);
});
