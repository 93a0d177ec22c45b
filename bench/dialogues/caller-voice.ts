import { fliteVoice } from '../../test/stand-ins/audio/flite/flite-synthesizer.js';
import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { synthesise } from '../../test/stand-ins/audio/synthesis.js';
import { TestEars } from '../../test/support/ears.js';
import type { SpokenAudio } from '../../test/support/spoken-call.js';
import { trimmed } from './sounds.js';

const RATE_HZ = 16_000;
/** Samples below this are silence. */
const QUIET = 500;
/** A different voice than the agent's. */
const CALLER_VOICE = 'rms';

/** A caller's speech synthesis and recognition: real synthesis, and real recognition of the agent's speech. */
export class CallerVoice {
  private readonly ears = new TestEars();

  /** Speech without surrounding silence, so that its end is the end of speech; mono, 16 kHz. */
  async say(text: string, voice: string = CALLER_VOICE): Promise<Int16Array> {
    return trimmed(await synthesise(text, RATE_HZ, fliteVoice(voice)), QUIET);
  }

  /** Loads the recognizer, so that the first use is not slower. */
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
