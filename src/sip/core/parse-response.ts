import { IncomingResponseMessage, type Logger } from 'sip.js/lib/core/index.js';
import { readChallenges } from '../digest/digest-login.js';
import type { SipHead } from '../messages/sip-head.js';
import { parseMessage } from './parse-message.js';

const CHALLENGES = /\r\n(?:www|proxy)-authenticate[ \t]*:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gi;
const CONTACTS = /\r\n(?:contact|m)[ \t]*:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gi;

/**
 * Like `parseMessage`, for responses. SIP.js's parser keeps only the last challenge, and rejects the whole response for
 * an `MD5-sess` challenge or a `tel:` contact in a redirection. These fields therefore bypass it.
 */
export function parseResponse(
  text: string,
  head: Pick<SipHead, 'status' | 'headers'>,
  logger: Logger,
): IncomingResponseMessage | undefined {
  const isRedirection = head.status !== undefined && head.status >= 300 && head.status < 400;
  const end = text.indexOf('\r\n\r\n');
  const fields = text.slice(0, end).replace(CHALLENGES, '');
  const message = parseMessage(
    (isRedirection ? fields.replace(CONTACTS, '') : fields) + text.slice(end),
    logger,
  );
  if (!(message instanceof IncomingResponseMessage)) return undefined;
  readChallenges(message, head);
  if (isRedirection) message.headers['Contact'] = head.headers('contact').map((raw) => ({ raw }));
  return message;
}
