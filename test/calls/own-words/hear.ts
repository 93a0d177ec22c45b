import {
  isNoise,
  isOtherSpeech,
  type SpeechEngines,
  type Vocabulary,
} from '../../../src/engines/local/index.js';

/** The words in the audio (mono, 16 kHz), of those that the vocabulary knows. */
export async function wordsHeard(
  engines: SpeechEngines,
  vocabulary: Vocabulary,
  samples: Int16Array,
): Promise<string> {
  const utterance = engines.begin(vocabulary, engines.averageVoice, () => undefined);
  utterance.feed(samples);
  const { words } = await utterance.end();
  return words
    .map(({ word }) => word)
    .filter((word) => !isNoise(word) && !isOtherSpeech(word))
    .join(' ');
}

/** What the speech engines of a test process are allowed. */
export const ENGINE_LIMITS = {
  workers: 1,
  maxRecognisersPerWorker: 4,
  maxQueuedJobsPerWorker: 1_000,
  jobTimeoutMs: 120_000,
  maxBufferedMs: 60_000,
} as const;
