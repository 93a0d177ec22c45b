import { setTimeout as delay } from 'node:timers/promises';
import type { DialogueCall } from '../dialogues/dialogue-call.js';
import { durationMs } from '../dialogues/sounds.js';
import { beginCall, type WireTarget } from '../duplex/wire-call.js';

/** From one question of a caller to its next. */
const ASKS_EACH_MS = 7_000;
/** What comes later belongs to no question. */
const ANSWER_WITHIN_MS = 4_000;

/** Conversations that go on until they are ended. */
export interface Conversations {
  /** Questions whose time for an answer is over, and how soon those were answered that were. */
  readonly asked: number;
  readonly responsesMs: readonly number[];
  /** Counts from now on. */
  forget(): void;
  end(): Promise<void>;
}

/** Has so many callers ask again and again, evenly spread over the time between two questions. */
export async function hold(
  target: WireTarget,
  callers: number,
  questions: readonly Int16Array[],
): Promise<Conversations> {
  const gone = new AbortController();
  let asked = 0;
  let responsesMs: number[] = [];
  const calls = await Promise.all(Array.from({ length: callers }, () => beginCall(target)));
  const ask = async (call: DialogueCall, question: Int16Array) => {
    const { endMs } = call.say(question);
    await delay(durationMs(question) + ANSWER_WITHIN_MS, undefined, { signal: gone.signal });
    const [first] = call.soundsBetween(endMs, endMs + ANSWER_WITHIN_MS);
    asked++;
    if (first !== undefined) responsesMs.push(first - endMs);
  };
  const talks = calls.map(async (call, index) => {
    let nextMs = performance.now() + (ASKS_EACH_MS * (index + 1)) / callers;
    for (let turn = index; !gone.signal.aborted; turn++) {
      await delay(Math.max(0, nextMs - performance.now()), undefined, { signal: gone.signal });
      nextMs += ASKS_EACH_MS;
      await ask(call, questions[turn % questions.length] ?? new Int16Array(0));
    }
  });
  const ended = Promise.allSettled(talks);
  return {
    get asked() {
      return asked;
    },
    get responsesMs() {
      return responsesMs;
    },
    forget() {
      asked = 0;
      responsesMs = [];
    },
    async end() {
      gone.abort();
      await ended;
      for (const call of calls) call.hangUp();
    },
  };
}
