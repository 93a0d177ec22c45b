import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';

/** `application/dtmf-relay` has lines of name and value; `application/dtmf` has the key alone, or the same lines. */
const TYPES = /^application\/dtmf(-relay)?\s*(;|$)/i;
/** RFC 4733, 3.2: the number of an event; 16 is a flash of the hook, which is no key. */
const EVENTS = '0123456789*#ABCD';
const MAX_BODY_CHARACTERS = 1_000;

/** The key that an INFO tells of; undefined where it tells of something else. */
export function digitOf(message: IncomingRequestMessage): string | undefined {
  if (!TYPES.test(message.getHeader('content-type') ?? '')) return undefined;
  return keyIn(message.body);
}

/** The key in the body of an INFO, in whatever order its lines come: a key, or the number of its event. */
export function keyIn(body: string): string | undefined {
  const lines = body.slice(0, MAX_BODY_CHARACTERS).split(/[\r\n]+/);
  const named = lines.map((line) => /^\s*signal\s*=\s*"?([0-9A-D*#]{1,2})"?\s*$/i.exec(line)?.[1]);
  const alone = /^\s*([0-9A-D*#]{1,2})\s*$/i.exec(body.slice(0, MAX_BODY_CHARACTERS))?.[1];
  const signal = named.find((found) => found !== undefined) ?? alone;
  if (signal === undefined) return undefined;
  if (signal.length === 1) return signal.toUpperCase();
  return /^\d\d$/.test(signal) ? EVENTS[Number(signal)] : undefined;
}
