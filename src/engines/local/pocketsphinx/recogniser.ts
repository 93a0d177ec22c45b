import type { RecogniserExports } from './recogniser-exports.js';

/** Samples are fed in pieces of this many, which bounds the module's input buffer. */
const FEED_SAMPLES = 16_384;

/** Hypotheses count time in frames of the front end, 100 a second. */
const MS_PER_FRAME = 10;

export interface RecognisedWord {
  readonly word: string;
  /** From the beginning of the utterance. */
  readonly startMs: number;
  readonly endMs: number;
  /** Logarithmic acoustic score per 10 ms; 0 would be a perfect match of every sound, -infinity none. */
  readonly acousticScore: number;
}

/**
 * What recognisers learned of a voice on a line (the mean of the cepstrum); carried from utterance to utterance of one
 * caller.
 */
export type VoiceProfile = Float32Array;

/**
 * Hears one utterance at a time; many can exist in one instance of the module. It blocks while it listens, so it
 * belongs in a worker thread.
 */
export class Recogniser {
  private readonly exports: RecogniserExports;
  private readonly decoder: number;
  private readonly samples: number;
  private readonly voiceAddress: number;
  private readonly voiceLength: number;

  private constructor(exports: RecogniserExports, decoder: number) {
    this.exports = exports;
    this.decoder = decoder;
    this.samples = exports.allocate(FEED_SAMPLES * Int16Array.BYTES_PER_ELEMENT);
    this.voiceLength = exports.recogniser_voice_length(decoder);
    this.voiceAddress = exports.allocate(this.voiceLength * Float32Array.BYTES_PER_ELEMENT);
  }

  /**
   * @param options PocketSphinx's own, for example `['-dict', 'words.dict']`; paths name files of the module.
   * @throws Error when PocketSphinx refuses them.
   */
  static create(exports: RecogniserExports, options: readonly string[]): Recogniser {
    const text = writeText(exports, options.join('\n'));
    const decoder = exports.recogniser_create(text);
    exports.release(text);
    if (decoder === 0)
      throw new Error('PocketSphinx refused the model, the dictionary or the language model');
    return new Recogniser(exports, decoder);
  }

  /** Gives its memory back to the module. It can't be used any more. */
  free(): void {
    const { exports } = this;
    exports.release(this.samples);
    exports.release(this.voiceAddress);
    exports.recogniser_free(this.decoder);
  }

  /** Begins an utterance of a voice that sounds like that. */
  start(voice: VoiceProfile): void {
    if (voice.length !== this.voiceLength) throw new Error('The voice profile is of another model');
    new Float32Array(this.exports.memory.buffer, this.voiceAddress, this.voiceLength).set(voice);
    this.check(this.exports.recogniser_start(this.decoder, this.voiceAddress));
  }

  /** @param samples Mono, 16 kHz, signed 16 bit. */
  feed(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += FEED_SAMPLES) {
      const part = samples.subarray(at, at + FEED_SAMPLES);
      new Int16Array(this.exports.memory.buffer, this.samples, FEED_SAMPLES).set(part);
      this.check(this.exports.recogniser_feed(this.decoder, this.samples, part.length));
    }
  }

  end(): void {
    this.check(this.exports.recogniser_end(this.decoder));
  }

  /** The best words so far, silences and noises among them as PocketSphinx names them (`<sil>`, `[NOISE]`). */
  words(): RecognisedWord[] {
    return readText(this.exports, this.exports.recogniser_hypothesis(this.decoder))
      .split('\n')
      .filter((line) => line !== '')
      .map(parseWord);
  }

  /** What was learned of the voice in the utterance. */
  voice(): VoiceProfile {
    this.exports.recogniser_get_voice(this.decoder, this.voiceAddress);
    return new Float32Array(this.exports.memory.buffer, this.voiceAddress, this.voiceLength).slice();
  }

  private check(outcome: number): void {
    if (outcome < 0) throw new Error('PocketSphinx failed on an utterance');
  }
}

function parseWord(line: string): RecognisedWord {
  const [word = '', first, last, acoustic] = line.split(' ');
  const firstFrame = Number(first);
  const frames = Number(last) - firstFrame + 1;
  return {
    word: word.replace(/\(\d+\)$/, ''),
    startMs: firstFrame * MS_PER_FRAME,
    endMs: (firstFrame + frames) * MS_PER_FRAME,
    acousticScore: frames > 0 ? Number(acoustic) / frames : 0,
  };
}

function writeText(exports: RecogniserExports, text: string): number {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const pointer = exports.allocate(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, pointer);
  return pointer;
}

function readText(exports: RecogniserExports, pointer: number): string {
  const bytes = new Uint8Array(exports.memory.buffer);
  return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
}
