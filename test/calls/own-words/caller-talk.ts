import type { TestEars } from '../../support/ears.js';
import { wordsHeard } from './hear.js';
import { codesIn } from './codebook.js';
import { FRAME_MS, type RtpCaller } from './rtp-caller.js';
import { until } from '../../support/until.js';

/** A reply that has not started by then will not come; the caller repeats itself. */
const LONGEST_WAIT_MS = 15_000;
/** Shorter sound is no reply. */
const SHORTEST_ANSWER_MS = 300;
/** An agent silent for this long has finished. */
const FINISHED_MS = 1_000;
const LONGEST_ANSWER_MS = 60_000;
/** How often a caller repeats the same words before giving up. */
const MOST_ATTEMPTS = 8;

/** The codes in the agent's replies, one list for each time the caller said its code. */
export type Answers = readonly (readonly string[])[];

/** Says something until the expected codes return in one reply. @returns All codes received. */
export async function say(
  caller: RtpCaller,
  speech: readonly Buffer[],
  wanted: readonly string[],
  ears: TestEars,
): Promise<Answers> {
  const answers: string[][] = [];
  const isDone = () => answers.some((answer) => wanted.every((code) => answer.includes(code)));
  while (answers.length < MOST_ATTEMPTS && !isDone()) {
    caller.forget();
    await caller.say(speech);
    if (!(await hearsAnswer(caller))) {
      answers.push([]);
      continue;
    }
    const words = await wordsHeard(ears, caller.heard());
    answers.push(codesIn(words));
  }
  return answers;
}

/** Waits until the agent has spoken and stopped; false when it said nothing. */
async function hearsAnswer(caller: RtpCaller): Promise<boolean> {
  const begun = () => caller.audible().soundMs >= SHORTEST_ANSWER_MS;
  try {
    await until('the agent answers', begun, LONGEST_WAIT_MS);
  } catch {
    return false;
  }
  await until('the agent has finished', () => caller.audible().silentMs > FINISHED_MS, LONGEST_ANSWER_MS);
  return true;
}

/** One clock for all callers, a quarter of them every 5 ms. */
export function startClock(callers: readonly RtpCaller[]): () => void {
  const slots = 4;
  const slotMs = FRAME_MS / slots;
  const startedAtMs = performance.now();
  let slot = 0;
  let timer: NodeJS.Timeout;
  const wake = () => {
    const due = Math.floor((performance.now() - startedAtMs) / slotMs);
    for (; slot <= due; slot += 1) {
      callers.forEach((caller, index) => {
        if (index % slots === slot % slots) caller.sendNext();
      });
    }
    timer = setTimeout(wake, Math.max(1, startedAtMs + slot * slotMs - performance.now()));
  };
  wake();
  return () => clearTimeout(timer);
}
