import { asObject, listIn, textIn } from '../api/reading.js';

interface CheckShown {
  readonly kind: string;
  readonly outcome: string;
  readonly detail: string;
}

export interface TurnShown {
  readonly say: string;
  readonly replies: readonly string[];
  readonly tools: readonly string[];
  readonly checks: readonly CheckShown[];
}

/** Parses the turns of a test result, which the API types only as JSON. */
export function turnsOf(turns: unknown): readonly TurnShown[] {
  return (Array.isArray(turns) ? turns : []).map((turn: unknown) => {
    const fields = asObject(turn);
    return {
      say: textIn(fields, 'say'),
      replies: listIn(fields, 'replies').filter((reply) => typeof reply === 'string'),
      tools: listIn(fields, 'toolCalls').map((call) => textIn(asObject(call), 'name')),
      checks: listIn(fields, 'checks').map((check) => {
        const of = asObject(check);
        return { kind: textIn(of, 'kind'), outcome: textIn(of, 'outcome'), detail: textIn(of, 'detail') };
      }),
    };
  });
}
