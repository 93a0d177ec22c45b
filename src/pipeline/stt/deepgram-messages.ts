import { fieldsOf, listOf, stringOf } from '../../providers/index.js';

/** Of one message. */
const MAX_CHARACTERS = 50_000;

/** A result (https://developers.deepgram.com/docs/understand-endpointing-interim-results). */
export interface DeepgramResult {
  readonly words: string;
  /** These words stay as they are. */
  readonly isFinal: boolean;
  /** What it was asked for with `Finalize`. */
  readonly isAnswer: boolean;
}

/** Undefined for what is no result. */
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

/** A message that tells of a failure (https://developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors). */
export const isError = (message: unknown): boolean => fieldsOf(message)?.['type'] === 'Error';

/** What Deepgram calls a message that is no result; undefined for what is no message. */
export function kindOf(message: unknown): string | undefined {
  const type = stringOf(fieldsOf(message)?.['type']);
  return type === '' || type === 'Results' ? undefined : type;
}
