import { setTimeout as delay } from 'node:timers/promises';
import type { SpeechQueue } from '../media/index.js';

const LOOK_AGAIN_MS = 50;
/** Between two sentences of a voice that is still at work. */
const PAUSE_MS = 300;
/** Longer announcements are cut off. */
const PATIENCE_MS = 15_000;

/** Waits until the agent has said what it was saying, so that "I'll put you through" is heard to its end. */
export async function afterSpeech(
  speech: SpeechQueue,
  signal: AbortSignal,
  nowMs: () => number,
): Promise<void> {
  const beganMs = nowMs();
  let quietSinceMs = beganMs;
  while (!signal.aborted && nowMs() - beganMs < PATIENCE_MS && nowMs() - quietSinceMs < PAUSE_MS) {
    if (speech.queuedMs > 0) quietSinceMs = nowMs();
    await delay(LOOK_AGAIN_MS);
  }
}
