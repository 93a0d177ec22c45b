import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { TestEars } from './ears.js';

const RATE_HZ = 16_000;

/** The part of an utterance needed to recognize its words, without the silence before it. */
const LISTEN_MS = 8_000;

/** Comfort noise is softer. */
const AUDIBLE = 1_000;

/** A caller's voice and recognizer for tests: real synthesis and recognition. */
export interface TestSpeech {
  /** Mono at 16 kHz, in another voice than the agent's. */
  say(text: string): Promise<Int16Array>;
  /** The share (0 to 1) of the sentence's words recognized in the audio, in order. */
  heardShare(audio: { samples: Int16Array; sampleRateHz: number }, sentence: string): Promise<number>;
  close(): Promise<void>;
}

export function createTestSpeech(): Promise<TestSpeech> {
  const ears = new TestEars();
  return Promise.resolve({
    say: (text) => synthesise(text, RATE_HZ, 'rms'),
    async heardShare({ samples, sampleRateHz }, sentence) {
      const from = Math.max(0, samples.findIndex((sample) => Math.abs(sample) > AUDIBLE) - sampleRateHz / 2);
      const audio = samples.subarray(from, from + (LISTEN_MS * sampleRateHz) / 1_000);
      return wordShare(await ears.words(audio, sampleRateHz, [sentence]), sentence);
    },
    close: () => ears.close(),
  });
}

/** The share (0 to 1) of the sentence's words in the text, in order. */
export const wordShare = (text: string, sentence: string): number =>
  inOrder(wordsOf(sentence), wordsOf(text)) / wordsOf(sentence).length;

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
