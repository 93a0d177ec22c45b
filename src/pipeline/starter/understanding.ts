import { isNoise, isOtherSpeech, type RecognisedWord } from '../../engines/built-in/index.js';
import { isBackchannel } from '../../voice/turns/index.js';

/** What was heard in a turn, in words. */
export interface Understanding {
  /** The words that were understood. */
  readonly words: readonly string[];
  /** How long the caller said something that isn't among the expected words. */
  readonly otherSpeechMs: number;
}

export const NOTHING_SAID: Understanding = { words: [], otherSpeechMs: 0 };

/** Whether anything was said at all, or only shows that the caller listens. */
export type KindOfSpeech = 'words' | 'backchannel' | 'nothing';

/** Less of other speech than this, without a word, is a cough or a noise. */
const SHORTEST_OTHER_SPEECH_MS = 500;

/** A backchannel is short; with more of other speech beside it, it is part of a sentence. */
const LONGEST_ASIDE_MS = 300;

/** A single sound of other speech as short as this is no more than a breath. */
const SHORTEST_SOUND_MS = 40;

export function understand(recognised: readonly RecognisedWord[]): Understanding {
  const spoken = recognised.filter(({ word }) => !isNoise(word));
  const other = spoken.filter(
    ({ word, startMs, endMs }) => isOtherSpeech(word) && endMs - startMs >= SHORTEST_SOUND_MS,
  );
  return {
    words: spoken.filter(({ word }) => !isOtherSpeech(word)).map(({ word }) => word),
    otherSpeechMs: other.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  };
}

export function kindOfSpeech({ words, otherSpeechMs }: Understanding): KindOfSpeech {
  if (words.length === 0) return otherSpeechMs < SHORTEST_OTHER_SPEECH_MS ? 'nothing' : 'words';
  return otherSpeechMs < LONGEST_ASIDE_MS && isBackchannel(words.join(' ')) ? 'backchannel' : 'words';
}

/** Two stretches of speech as one. */
export function joinUnderstanding(first: Understanding, second: Understanding): Understanding {
  return {
    words: [...first.words, ...second.words],
    otherSpeechMs: first.otherSpeechMs + second.otherSpeechMs,
  };
}
