import type { JsonObject } from './json.js';

/** What a stand-in answers. Real services think; a stand-in is told what to say, or says the default things below. */
interface BrainInput {
  /** Instructions of the session, or the system message. */
  readonly instructions: string;
  /** What was said and called so far, oldest first. */
  readonly history: readonly BrainTurn[];
  /** Names of the functions that may be called. */
  readonly tools: readonly string[];
}

export type BrainTurn =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly role: 'tool'; readonly output: string };

export type BrainReply =
  | { readonly kind: 'say'; readonly text: string }
  /** What the server sends in place of an answer, in its own protocol; `$response` stands for the id of it. */
  | { readonly kind: 'raw'; readonly messages: readonly JsonObject[] }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: string;
      /** Further functions that are called at the same time. */
      readonly also?: readonly { readonly name: string; readonly arguments: string }[];
    };

export type Brain = (input: BrainInput) => BrainReply;

/** Recognises speech: real recognition where an engine is at hand, or a script. */
export type Ears = (samples: Int16Array, sampleRateHz: number) => Promise<string> | string;

/**
 * Says exactly what it is told to say, calls a function that is named in the caller's words, tells what a function
 * answered, and else repeats what it heard.
 */
export const defaultBrain: Brain = ({ instructions, history, tools }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: `The answer is ${last.output}.` };
  const words = last?.text ?? '';
  const named = tools.find((tool) => words.toLowerCase().includes(tool.replaceAll('_', ' ').toLowerCase()));
  if (named !== undefined) return { kind: 'call', name: named, arguments: '{}' };
  return { kind: 'say', text: words === '' ? 'Hello, how can I help you?' : `You said: ${words}` };
};

/** Ears that hear what they are told to, one utterance after the other, and then the last one again. */
export function scriptedEars(...utterances: readonly string[]): Ears {
  let next = 0;
  return () => utterances[Math.min(next++, utterances.length - 1)] ?? '';
}
