import type { Body, IncomingMessage } from 'sip.js/lib/core/index.js';

export const sdpBody = (content: string): Body => ({
  contentDisposition: 'session',
  contentType: 'application/sdp',
  content,
});

/** The SDP of a message; undefined if it has none. */
export function sdpOf(message: IncomingMessage): string | undefined {
  const type = message.getHeader('content-type') ?? '';
  return message.body !== '' && /^application\/sdp\b/i.test(type) ? message.body : undefined;
}
