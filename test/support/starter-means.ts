import type { StarterMeans } from '../../src/pipeline/starter-conversation.js';

/** For a starter agent without tools in its document. */
export const starterMeans = (replyTimeoutMs: number): StarterMeans => ({
  replyTimeoutMs,
  tools: {
    http: { send: () => Promise.reject(new Error('This agent makes no requests')) },
    secrets: { find: () => Promise.resolve(undefined) },
    timeoutMs: 0,
  },
  nowMs: () => Date.now(),
});
