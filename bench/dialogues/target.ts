import type { CallerVoice } from './caller-voice.js';
import { DialogueCall } from './dialogue-call.js';

/** Who is talked to, and what is said and understood. */
export interface Target {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly mode?: string;
  readonly voice: CallerVoice;
  /** The last words of the agent's greeting. */
  readonly greetingEnd: string;
  /** Questions, and words of the answer to each. */
  readonly questions: readonly (readonly [question: string, answer: string])[];
}

/** Begins a call, does something with it, and hangs up. */
export async function inCall<T>(target: Target, talk: (call: DialogueCall) => Promise<T>): Promise<T> {
  const call = await DialogueCall.begin(target.baseUrl, target.token, target.mode);
  try {
    return await talk(call);
  } finally {
    call.hangUp();
  }
}

/** The same as often as wanted, one after the other. */
export async function repeat<T>(count: number, once: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await once(index));
  return results;
}

/** The question of this number, beginning again after the last. */
export function questionOf(target: Target, index: number): { question: string; answer: string } {
  const [question, answer] = target.questions[index % target.questions.length] ?? ['', ''];
  return { question, answer };
}
