import { createHash } from 'node:crypto';
import type { SipHead } from './sip-head.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  481: 'Call/Transaction Does Not Exist',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'Version Not Supported',
};

/**
 * A refusal that leaves nothing behind (RFC 3261, 8.2.7), made of the request alone. `undefined` for an ACK and for a
 * response, which nobody answers. It is sent once: whoever wants it again repeats the request, so that a forged sender
 * can't make us flood anyone.
 */
export function statelessReply(
  head: SipHead,
  status: number,
  headers: readonly string[] = [],
): string | undefined {
  if (head.status !== undefined || head.method === 'ACK') return undefined;
  const to = head.header('to') ?? '';
  return [
    `SIP/2.0 ${status} ${REASONS[status] ?? 'Refused'}`,
    ...head.headers('via').map((via) => `Via: ${via}`),
    `From: ${head.header('from') ?? ''}`,
    `To: ${head.toTag === '' ? `${to};tag=${tagOf(head)}` : to}`,
    `Call-ID: ${head.header('call-id') ?? ''}`,
    `CSeq: ${head.header('cseq') ?? ''}`,
    ...headers,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
}

/** The same for a repetition of the request, without remembering it. */
const tagOf = ({ branch }: SipHead): string =>
  createHash('sha256').update(`tag ${branch}`).digest('hex').slice(0, 16);
