import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';

/** The key that an INFO tells of; undefined where it tells of something else. */
export function digitOf(message: IncomingRequestMessage): string | undefined {
  if (!/^application\/dtmf(-relay)?\b/i.test(message.getHeader('content-type') ?? '')) return undefined;
  return /^\s*(?:signal\s*=\s*)?([0-9*#A-D])/i.exec(message.body)?.[1]?.toUpperCase();
}
