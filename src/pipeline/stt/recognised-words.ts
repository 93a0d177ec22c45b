import { isNoise, isOtherSpeech, type RecognisedWord } from '../../engines/local/index.js';
import type { Transcript } from '../stages/index.js';

/** A single sound of unknown speech as short as this is no more than a breath. */
const SHORTEST_SOUND_MS = 40;

/** What the built-in recogniser understood. */
export function transcriptOf(recognised: readonly RecognisedWord[]): Transcript {
  const isWord = ({ word }: RecognisedWord) => !isNoise(word) && !isOtherSpeech(word);
  const lastWordEndsMs = recognised.findLast(isWord)?.endMs ?? 0;
  return {
    text: recognised
      .filter(isWord)
      .map(({ word }) => word)
      .join(' '),
    unknownSpeechMs: unknownMs(recognised),
    unknownAtEndMs: unknownMs(recognised.filter(({ startMs }) => startMs >= lastWordEndsMs)),
  };
}

function unknownMs(recognised: readonly RecognisedWord[]): number {
  return recognised
    .filter(({ word, startMs, endMs }) => isOtherSpeech(word) && endMs - startMs >= SHORTEST_SOUND_MS)
    .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}
