import type { SpeechQueue } from '../media-session.js';

/** The speech queue of a looped session, in which the server never speaks. */
export const silentSpeech: SpeechQueue = {
  queuedMs: 0,
  write: () => undefined,
  setGain: () => undefined,
  levelAgo: () => 0,
  silentForMs: Infinity,
  mark: () => undefined,
  clear: () => ({ sentMs: 0, droppedMs: 0 }),
};
