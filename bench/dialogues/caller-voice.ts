import { fliteVoice } from '../../test/stand-ins/audio/flite/flite-synthesizer.js';
import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { synthesise } from '../../test/stand-ins/audio/synthesis.js';
import { TestEars } from '../../test/support/ears.js';
import type { SpokenAudio } from '../../test/support/spoken-call.js';

const RATE_HZ = 16_000;
/** Below this a sample is silence. */
const QUIET = 500;
/** A voice that isn't the agent's. */
const CALLER_VOICE = 'rms';

/** A caller's speech output and speech recognition: real synthesis, and real recognition of what the agent said. */
export class CallerVoice {
  private readonly ears = new TestEars();

  /** Speech without silence at its ends, so that its end is the end of the speech; mono, 16 kHz. */
  async say(text: string, voice: string = CALLER_VOICE): Promise<Int16Array> {
    const samples = await synthesise(text, RATE_HZ, fliteVoice(voice));
    const isLoud = (sample: number) => Math.abs(sample) > QUIET;
    return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
  }

  /** Has the recogniser loaded, so that the first time takes no longer than later ones. */
  async prepare(): Promise<void> {
    await this.ears.words(new Int16Array(RATE_HZ), RATE_HZ);
  }

  /** @param phrases That may be in the audio. */
  async wordsOf({ samples, sampleRateHz }: SpokenAudio, phrases: readonly string[] = []): Promise<string[]> {
    return wordsOf(await this.ears.words(samples, sampleRateHz, phrases));
  }

  close(): Promise<void> {
    return this.ears.close();
  }
}
