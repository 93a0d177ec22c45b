import { setTimeout as delay } from 'node:timers/promises';
import type { SpeechQueue } from '../media/index.js';

const LOOK_AGAIN_MS = 50;
/** Bridges the gap between two sentences while synthesis is still running. */
const PAUSE_MS = 300;
/** Limit for an announcement before it is cut off. */
const PATIENCE_MS = 15_000;

/** Waits for playout of the agent's current speech, so that "I'll put you through" is heard in full. */
export async function waitForPlayout(
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
