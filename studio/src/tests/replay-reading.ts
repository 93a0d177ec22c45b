import { asObject, listIn, numberIn, textIn } from '../api/reading.js';

interface ExchangeShown {
  readonly said: string;
  readonly replies: string;
  /** Its start in the call, if held by voice. */
  readonly atMs: number | undefined;
}

export interface LaneShown {
  readonly exchanges: readonly ExchangeShown[];
  /** Deviations from the record, in words. */
  readonly deviations: readonly string[];
  /** Id of its audio. */
  readonly sound: string | undefined;
}

export interface ReplayShown {
  readonly conversationId: string;
  readonly verdict: string;
  /** `sound` or `text`. */
  readonly by: string;
  readonly reasons: readonly string[];
  /** The original version; undefined if it was deleted. */
  readonly again: LaneShown | undefined;
  readonly candidate: LaneShown;
  /** How much the words differ, 0 to 1. */
  readonly change: number;
}

/** Parses the result of a replayed call, which the API types only as JSON. */
export function replayOf(value: unknown): ReplayShown | undefined {
  const fields = asObject(value);
  const verdict = textIn(fields, 'verdict');
  if (verdict === '') return undefined;
  return {
    verdict,
    by: textIn(fields, 'by'),
    conversationId: textIn(fields, 'conversationId'),
    reasons: textsIn(fields, 'reasons'),
    again: fields.again === null || fields.again === undefined ? undefined : laneOf(fields.again),
    candidate: laneOf(fields.candidate),
    change: numberIn(fields, 'change') ?? 0,
  };
}

const textsIn = (fields: ReturnType<typeof asObject>, name: string) =>
  listIn(fields, name).filter((one) => typeof one === 'string');

function laneOf(value: unknown): LaneShown {
  const lane = asObject(value);
  return {
    deviations: textsIn(lane, 'deviations'),
    sound: textIn(lane, 'sound') || undefined,
    exchanges: listIn(lane, 'exchanges').map((exchange) => {
      const of = asObject(exchange);
      return {
        said: textIn(of, 'said'),
        replies: textsIn(of, 'replies').join(' '),
        atMs: numberIn(of, 'atMs'),
      };
    }),
  };
}
