import type { JsonObject } from './json.js';

/**
 * Decides a stand-in's answers. Real services think; a stand-in gets answers from the test or uses the defaults below.
 */
interface BrainInput {
  /** The session's instructions, or the system message. */
  readonly instructions: string;
  /** The conversation so far, oldest first. */
  readonly history: readonly BrainTurn[];
  /** Names of callable functions. */
  readonly tools: readonly string[];
}

export type BrainTurn =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly role: 'tool'; readonly output: string };

export type BrainReply =
  | { readonly kind: 'say'; readonly text: string }
  /** Raw messages sent in place of an answer; `$response` is replaced by its id. */
  | { readonly kind: 'raw'; readonly messages: readonly JsonObject[] }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: string;
      /** Said before the call, in the same message. */
      readonly text?: string;
      /** Further functions called in parallel. */
      readonly also?: readonly { readonly name: string; readonly arguments: string }[];
    };

export type Brain = (input: BrainInput) => BrainReply;

/** Speech recognition: a real engine or a script. */
export type Ears = (samples: Int16Array, sampleRateHz: number) => Promise<string> | string;

/**
 * Says what it is told, calls a function named in the caller's words, repeats a function's result, and otherwise echoes
 * the caller.
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

/** A scripted recognizer: returns utterances in order, then repeats the last. */
export function scriptedEars(...utterances: readonly string[]): Ears {
  let next = 0;
  return () => utterances[Math.min(next++, utterances.length - 1)] ?? '';
}
