import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';

/** `application/dtmf-relay` has name-value lines; `application/dtmf` has either the key alone or the same lines. */
const TYPES = /^application\/dtmf(-relay)?\s*(;|$)/i;
/** Event codes of RFC 4733, 3.2; 16 is a hook flash, which is not a key. */
const EVENTS = '0123456789*#ABCD';
const MAX_BODY_CHARACTERS = 1_000;

/** The DTMF key of an INFO; undefined if it carries none. */
export function digitOf(message: IncomingRequestMessage): string | undefined {
  if (!TYPES.test(message.getHeader('content-type') ?? '')) return undefined;
  return keyIn(message.body);
}

/** The key in the body of an INFO, as a character or event code, with lines in any order. */
export function keyIn(body: string): string | undefined {
  const lines = body.slice(0, MAX_BODY_CHARACTERS).split(/[\r\n]+/);
  const named = lines.map((line) => /^\s*signal\s*=\s*"?([0-9A-D*#]{1,2})"?\s*$/i.exec(line)?.[1]);
  const alone = /^\s*([0-9A-D*#]{1,2})\s*$/i.exec(body.slice(0, MAX_BODY_CHARACTERS))?.[1];
  const signal = named.find((found) => found !== undefined) ?? alone;
  if (signal === undefined) return undefined;
  if (signal.length === 1) return signal.toUpperCase();
  return /^\d\d$/.test(signal) ? EVENTS[Number(signal)] : undefined;
}
