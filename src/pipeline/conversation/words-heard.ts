import { type Meaning, soundsComplete, soundsUnfinished, type TurnEvent } from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/** What turn-taking is told of the words so far. @param expectations Of a model that has any; else grammar judges. */
export function wordsHeard(
  soFar: Transcript,
  expectations: Expectations | undefined,
  meaning: Meaning | undefined,
): TurnEvent {
  const { text, settled = false } = soFar;
  return {
    kind: 'words-so-far',
    count: text === '' ? 0 : text.split(/\s+/).length,
    unfinished: expectations?.isUnfinished(soFar) ?? soundsUnfinished(text),
    unclear: expectations?.isUnclear(soFar) ?? false,
    complete: expectations?.isComplete(soFar) ?? soundsComplete(text),
    meaning,
    settled,
  };
}
