import { endOfWords, type Meaning, type TurnEvent } from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/**
 * Describes the words so far for turn-taking.
 * @param expectations Of the model, if it has any.
 * @param meaning Undefined for languages other than English.
 */
export function wordsHeard(
  soFar: Transcript,
  expectations: Expectations | undefined,
  meaning: Meaning | undefined,
): TurnEvent {
  const { text, settled = false, completeness } = soFar;
  const end = expectations?.awaited()?.endOf(text) ?? endOfWords(text, meaning !== undefined, completeness);
  const isExample = expectations?.isComplete(soFar) ?? false;
  return {
    kind: 'words-so-far',
    count: text === '' ? 0 : text.split(/\s+/).length,
    unfinished: end === 'open',
    unclear: end !== 'complete' && (expectations?.isUnclear(soFar) ?? false),
    complete: end !== 'open' && (isExample || (end === 'complete' && soFar.doubtful !== true)),
    meaning,
    settled,
  };
}
