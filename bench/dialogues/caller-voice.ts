import {
  FLITE_SAMPLE_RATE_HZ,
  fliteVoice,
  isNoise,
  isOtherSpeech,
  SpeechEngines,
  wordsOf,
} from '../../src/engines/local/index.js';
import type { SpokenAudio } from '../../test/support/spoken-call.js';
import { resample } from '../../test/stand-ins/audio/pcm.js';

/** Below this a sample is silence. */
const QUIET = 500;
/** A voice that isn't the agent's. */
const CALLER_VOICE = 'rms';

/** A caller's speech output and speech recognition: real synthesis, and real recognition of what the agent said. */
export class CallerVoice {
  private constructor(private readonly engines: SpeechEngines) {}

  static async create(): Promise<CallerVoice> {
    const engines = await SpeechEngines.create({
      workers: 1,
      maxRecognisersPerWorker: 8,
      maxQueuedJobsPerWorker: 200,
      jobTimeoutMs: 300_000,
      maxBufferedMs: 60_000,
    });
    return new CallerVoice(engines);
  }

  /** Speech without silence at its ends, so that its end is the end of the speech; mono, 16 kHz. */
  async say(text: string, voice: string = CALLER_VOICE): Promise<Int16Array> {
    const samples = await this.engines.synthesise({ text, voice: fliteVoice(voice), speed: 1 });
    const isLoud = (sample: number) => Math.abs(sample) > QUIET;
    return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
  }

  /** Whether at least seven of ten of the words are in the audio. */
  async hears(audio: SpokenAudio, words: string): Promise<boolean> {
    const heard = await this.wordsOf(audio, [words]);
    const expected = wordsOf(words);
    return expected.filter((word) => heard.includes(word)).length >= 0.7 * expected.length;
  }

  /** Makes ready to understand these sentences, so that the first time takes no longer than later ones. */
  async prepare(sentences: readonly string[]): Promise<void> {
    await this.engines.prepare(await this.engines.vocabulary(sentences));
  }

  /** The words in the audio, which are among those of the sentences. */
  async wordsOf({ samples, sampleRateHz }: SpokenAudio, sentences: readonly string[]): Promise<string[]> {
    const vocabulary = await this.engines.vocabulary(sentences);
    const utterance = this.engines.begin(vocabulary, this.engines.averageVoice, () => undefined);
    utterance.feed(resample(samples, sampleRateHz, FLITE_SAMPLE_RATE_HZ));
    const { words } = await utterance.end();
    return words.map(({ word }) => word).filter((word) => !isNoise(word) && !isOtherSpeech(word));
  }

  close(): Promise<void> {
    return this.engines.close();
  }
}
