import type { TestEars } from '../../support/ears.js';
import { wordsHeard } from './hear.js';
import { codesIn } from './codebook.js';
import { FRAME_MS, type RtpCaller } from './rtp-caller.js';
import { until } from '../../support/until.js';

/** An answer that begins later than this doesn't come any more: the caller says its words again. */
const LONGEST_WAIT_MS = 15_000;
/** Less sound than this is no answer. */
const SHORTEST_ANSWER_MS = 300;
/** An agent that is silent for this long has finished. */
const FINISHED_MS = 1_000;
const LONGEST_ANSWER_MS = 60_000;
/** How often the same words are said before the caller gives up. */
const MOST_ATTEMPTS = 8;

/**
 * What a caller heard when it said a code: the codes in the agent's answers, one list for each time that it said
 * it.
 */
export type Answers = readonly (readonly string[])[];

/** Says something until the wanted codes come back in one answer, and tells all codes that came back. */
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

/** Waits until the agent has spoken and is silent again; false when it said nothing. */
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

/** One clock for all callers, a quarter of them each 5 ms. */
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
