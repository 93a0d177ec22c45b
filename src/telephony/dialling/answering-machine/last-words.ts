import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechQueue } from '../../../media/index.js';

const LOOK_MS = 100;
/** Longer than any pause within the message. */
const SILENT_FOR_MS = 1_500;
const FIRST_WORD_MS = 15_000;
const LONGEST_MS = 180_000;

/** Resolves when the speech has ended, when none ever begins, or on abort. Never rejects. */
export async function lastWordsOf(speech: SpeechQueue, signal: AbortSignal): Promise<void> {
  const beganMs = performance.now();
  let spokenMs: number | undefined;
  while (!signal.aborted) {
    const nowMs = performance.now();
    if (speech.queuedMs > 0) spokenMs = nowMs;
    const patienceMs = spokenMs === undefined ? FIRST_WORD_MS : SILENT_FOR_MS;
    if (nowMs - (spokenMs ?? beganMs) >= patienceMs || nowMs - beganMs >= LONGEST_MS) return;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
