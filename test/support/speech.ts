import {
  FLITE_SAMPLE_RATE_HZ,
  isNoise,
  isOtherSpeech,
  SpeechEngines,
  wordsOf,
} from '../../src/engines/local/index.js';
import { resample } from '../stand-ins/audio/pcm.js';

/** More of an utterance than this isn't needed to know its words. */
const LISTEN_MS = 8_000;
const SAMPLES_PER_MS = FLITE_SAMPLE_RATE_HZ / 1_000;

/** A caller's voice and ears for tests: real synthesis and real recognition. */
export interface TestSpeech {
  /** Mono at 16 kHz, in a voice that isn't the agent's. */
  say(text: string): Promise<Int16Array>;
  /** The share (0 to 1) of the sentence's words that are heard in the audio, in their order. */
  heardShare(audio: { samples: Int16Array; sampleRateHz: number }, sentence: string): Promise<number>;
  close(): Promise<void>;
}

export async function createTestSpeech(): Promise<TestSpeech> {
  const engines = await SpeechEngines.create({
    workers: 1,
    maxRecognisersPerWorker: 4,
    maxQueuedJobsPerWorker: 100,
    jobTimeoutMs: 60_000,
    maxBufferedMs: 60_000,
  });
  return {
    say: (text) => engines.synthesise({ text, voice: 'rms', speed: 1 }),
    async heardShare({ samples, sampleRateHz }, sentence) {
      const vocabulary = await engines.vocabulary([sentence]);
      const utterance = engines.begin(vocabulary, engines.averageVoice, () => undefined);
      const audio = resample(samples, sampleRateHz, FLITE_SAMPLE_RATE_HZ);
      utterance.feed(audio.subarray(0, LISTEN_MS * SAMPLES_PER_MS));
      const { words } = await utterance.end();
      const heard = words.map(({ word }) => word).filter((word) => !isNoise(word) && !isOtherSpeech(word));
      return inOrder(wordsOf(sentence), heard) / wordsOf(sentence).length;
    },
    close: () => engines.close(),
  };
}

/** Length of the longest common subsequence. */
function inOrder(expected: readonly string[], heard: readonly string[]): number {
  let row = new Array<number>(heard.length + 1).fill(0);
  for (const word of expected) {
    const next = [0];
    heard.forEach((candidate, i) => {
      next.push(candidate === word ? (row[i] ?? 0) + 1 : Math.max(row[i + 1] ?? 0, next[i] ?? 0));
    });
    row = next;
  }
  return row[heard.length] ?? 0;
}
