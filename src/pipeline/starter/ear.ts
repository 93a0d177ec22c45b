import type {
  Heard,
  RecognisedWord,
  SpeechEngines,
  Utterance,
  VoiceProfile,
  Vocabulary,
} from '../../engines/built-in/index.js';

const SAMPLES_PER_MS = 16;

/** Audio is handed to the recogniser in pieces of this length: ten messages a second. */
const PIECE_SAMPLES = 100 * SAMPLES_PER_MS;

/** What is kept of the past, since a voice is noticed only after it began. */
const PAST_SAMPLES = 800 * SAMPLES_PER_MS;

/** The recogniser wants a little silence before the first word. */
const LEAD_IN_MS = 200;

/** Hears the caller: keeps the last moments of audio, and while a turn is open gives everything to a recogniser. */
export class Ear {
  readonly #engines: SpeechEngines;
  readonly #vocabulary: Vocabulary;
  readonly #past = new Int16Array(PAST_SAMPLES);
  #pastEnd = 0;
  #pastCount = 0;
  #latestMs = 0;
  #voice: VoiceProfile;
  #utterance: Utterance | undefined;
  #piece = new Int16Array(PIECE_SAMPLES);
  #pieceFilled = 0;

  constructor(engines: SpeechEngines, vocabulary: Vocabulary) {
    this.#engines = engines;
    this.#vocabulary = vocabulary;
    this.#voice = engines.averageVoice;
  }

  /** @param endMs When the last sample was heard. */
  hear(samples: Int16Array, endMs: number): void {
    this.#latestMs = endMs;
    this.#remember(samples);
    if (this.#utterance) this.#feed(samples);
  }

  /** Begins to understand what was said since `fromMs`. @throws AgentFault */
  begin(fromMs: number, onWords: (words: readonly RecognisedWord[]) => void): void {
    this.cancel();
    this.#utterance = this.#engines.begin(this.#vocabulary, this.#voice, onWords);
    const sinceMs = this.#latestMs - fromMs + LEAD_IN_MS;
    const wanted = Math.max(0, Math.round(sinceMs * SAMPLES_PER_MS));
    this.#feed(this.#latest(Math.min(wanted, this.#pastCount)));
  }

  /** @returns What was said since `begin`. @throws AgentFault */
  async end(): Promise<Heard> {
    const utterance = this.#utterance;
    if (!utterance) return { words: [], voice: this.#voice };
    this.#flush();
    this.#utterance = undefined;
    const heard = await utterance.end();
    if (heard.words.length > 0) this.#voice = heard.voice;
    return heard;
  }

  /** Forgets what was said since `begin`. */
  cancel(): void {
    this.#utterance?.cancel();
    this.#utterance = undefined;
    this.#pieceFilled = 0;
  }

  #feed(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + PIECE_SAMPLES - this.#pieceFilled);
      this.#piece.set(part, this.#pieceFilled);
      this.#pieceFilled += part.length;
      at += part.length;
      if (this.#pieceFilled === PIECE_SAMPLES) this.#flush();
    }
  }

  #flush(): void {
    if (this.#pieceFilled > 0) this.#utterance?.feed(this.#piece.subarray(0, this.#pieceFilled));
    this.#pieceFilled = 0;
  }

  #remember(samples: Int16Array): void {
    for (const sample of samples) {
      this.#past[this.#pastEnd] = sample;
      this.#pastEnd = (this.#pastEnd + 1) % PAST_SAMPLES;
    }
    this.#pastCount = Math.min(PAST_SAMPLES, this.#pastCount + samples.length);
  }

  #latest(count: number): Int16Array {
    const samples = new Int16Array(count);
    const begin = (this.#pastEnd - count + PAST_SAMPLES) % PAST_SAMPLES;
    for (let index = 0; index < count; index++)
      samples[index] = this.#past[(begin + index) % PAST_SAMPLES] ?? 0;
    return samples;
  }
}
