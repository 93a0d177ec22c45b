import { fieldsOf, listOf, stringOf } from '../../providers/index.js';

const MAX_CHARACTERS = 50_000;

/** A result (https://developers.deepgram.com/docs/understand-endpointing-interim-results). */
export interface DeepgramResult {
  readonly words: string;
  /** These words will not change. */
  readonly isFinal: boolean;
  /** The response to `Finalize`. */
  readonly isAnswer: boolean;
}

export function readResult(message: unknown): DeepgramResult | undefined {
  const result = fieldsOf(message);
  const alternatives = fieldsOf(result?.['channel'])?.['alternatives'];
  if (result?.['type'] !== 'Results' || !Array.isArray(alternatives)) return undefined;
  const [words] = listOf(alternatives).flatMap(({ transcript }) => stringOf(transcript) || []);
  return {
    words: (words ?? '').slice(0, MAX_CHARACTERS),
    isFinal: result['is_final'] === true,
    isAnswer: result['from_finalize'] === true,
  };
}

/** An error message (https://developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors). */
export const isError = (message: unknown): boolean => fieldsOf(message)?.['type'] === 'Error';

/** The type of a message that is not a result; undefined if it is no message at all. */
export function kindOf(message: unknown): string | undefined {
  const type = stringOf(fieldsOf(message)?.['type']);
  return type === '' || type === 'Results' ? undefined : type;
}
