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
 * A stateless refusal (RFC 3261, 8.2.7), built from the request alone; undefined for ACKs and responses, which get no
 * reply. It is sent once per received request, so that a forged sender cannot make us flood anyone.
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

/** Deterministic, so that retransmissions get the same tag without state. */
const tagOf = ({ branch }: SipHead): string =>
  createHash('sha256').update(`tag ${branch}`).digest('hex').slice(0, 16);

/** RFC 3261, 20.43: the codes for SDP, and 399 for text that people read. */
export type WarningCode = 302 | 304 | 305 | 307 | 399;

const MAX_TEXT_CHARACTERS = 300;

/** A Warning header with the reason for a refusal. It names no agent, because scanners collect names. */
export const warning = (text: string, code: WarningCode = 399): string =>
  `Warning: ${code} sip "${text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/["\\]/g, "'")
    .slice(0, MAX_TEXT_CHARACTERS)}"`;
