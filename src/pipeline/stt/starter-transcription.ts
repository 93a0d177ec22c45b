import {
  isNoise,
  isOtherSpeech,
  type Heard,
  type RecognisedWord,
  type VoiceProfile,
} from '../../engines/built-in/index.js';
import { soundsComplete } from '../../voice/turns/index.js';
import type { Utterance } from '../../engines/workers/index.js';
import type { StarterEngines } from '../starter/index.js';
import {
  STT_RATE_HZ,
  type SpeechToText,
  type Transcript,
  type Transcription,
  type TranscriptionRequest,
} from '../stages/index.js';

/** Audio is handed to the recogniser in pieces of this length: ten messages a second. */
const PIECE_SAMPLES = STT_RATE_HZ / 10;

/** A single sound of unknown speech as short as this is no more than a breath. */
const SHORTEST_SOUND_MS = 40;

/** What hears callers: the engines of the starter agent. */
export interface StarterEars {
  readonly speech: Pick<StarterEngines['speech'], 'averageVoice' | 'begin'>;
  vocabularyOf: StarterEngines['vocabularyOf'];
}

/**
 * The built-in recogniser, which needs no key. It understands what the document's intents and small talk lead it to
 * expect, in English, and nothing else.
 */
export class StarterTranscription implements SpeechToText {
  readonly capabilities = { streaming: true };
  /** What was learned of each caller's voice. */
  private readonly voices = new WeakMap<object, VoiceProfile>();

  constructor(private readonly engines: () => Promise<StarterEars>) {}

  begin(request: TranscriptionRequest): Transcription {
    return new StarterTurn({
      begin: (tell) => this.beginUtterance(request, tell),
      onWords: request.onWords,
      learned: (voice) => this.voices.set(request.caller, voice),
    });
  }

  private async beginUtterance(
    { agent, caller }: TranscriptionRequest,
    tell: (words: readonly RecognisedWord[]) => void,
  ): Promise<Utterance<Heard>> {
    const engines = await this.engines();
    const vocabulary = await engines.vocabularyOf(agent);
    const voice = this.voices.get(caller) ?? engines.speech.averageVoice;
    return engines.speech.begin(vocabulary, voice, tell);
  }
}

interface StarterTurnOptions {
  begin(tell: (words: readonly RecognisedWord[]) => void): Promise<Utterance<Heard>>;
  onWords(soFar: Transcript): void;
  learned(voice: VoiceProfile): void;
}

/**
 * The recogniser looks at all of a turn once more when it has ended, which takes up to 350 ms in noise. After a whole
 * question it does so at once: nobody goes on after one. Where somebody does, it hears all of it anew, so only turns of
 * up to this length end early.
 */
const ENDED_EARLY_SAMPLES = STT_RATE_HZ * 5;

/** Of a silence, so much is heard before the voice that ends it: it is found a moment after its first sound. */
const HELD_SAMPLES = (STT_RATE_HZ * 400) / 1_000;

/**
 * While the caller is silent the recogniser rests: what is around the caller would be heard as words, and as speech
 * that it doesn't know.
 */
class StarterTurn implements Transcription {
  private resting = false;
  private held: Int16Array[] = [];
  private readonly piece = new Int16Array(PIECE_SAMPLES);
  private filled = 0;
  private utterance: Promise<Utterance<Heard>>;
  /** All that the recogniser was given, as long as the turn may end early. */
  private given: Int16Array[] = [];
  private givenSamples = 0;
  private mayEndEarly = true;
  private endedEarly: Promise<Heard> | undefined;
  /** Pieces that it hears for the second time. */
  private heardAgain = 0;
  /** Pieces that it was given and whose words haven't come yet. */
  private awaited = 0;
  private soFar: Transcript = { text: '' };

  constructor(private readonly options: StarterTurnOptions) {
    this.utterance = this.begin();
  }

  private begin(): Promise<Utterance<Heard>> {
    const utterance = this.options.begin((words) => {
      if (utterance === this.utterance) this.hearWords(words);
    });
    utterance.catch(() => undefined);
    return utterance;
  }

  push(samples: Int16Array): void {
    if (this.resting) this.hold(samples);
    else this.hear(samples);
  }

  anticipate(): void {
    if (this.resting) return;
    this.resting = true;
    this.flush();
    if (this.awaited > 0) return;
    this.tell();
    this.endEarly();
  }

  goOn(): void {
    this.resting = false;
    if (this.endedEarly) this.beginAnew();
    for (const samples of this.held.splice(0)) this.hear(samples);
  }

  private hold(samples: Int16Array): void {
    this.held.push(samples);
    let length = this.held.reduce((sum, held) => sum + held.length, 0);
    for (; length > HELD_SAMPLES; length -= this.held.shift()?.length ?? length);
  }

  private hear(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + PIECE_SAMPLES - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === PIECE_SAMPLES) this.flush();
    }
  }

  async end(): Promise<Transcript> {
    this.flush();
    const { words, voice } = await (this.endedEarly ?? this.ended());
    if (words.length > 0) this.options.learned(voice);
    return transcriptOf(words);
  }

  cancel(): void {
    this.once((utterance) => utterance.cancel());
    this.given = [];
  }

  private async ended(): Promise<Heard> {
    return await (await this.utterance).end();
  }

  private endEarly(): void {
    if (!this.isSettled || !this.mayEndEarly || this.endedEarly || !soundsComplete(this.soFar.text)) return;
    this.endedEarly = this.ended();
    this.endedEarly.catch(() => undefined);
  }

  /** The caller goes on with what seemed to be whole. */
  private beginAnew(): void {
    this.once((utterance) => utterance.cancel());
    this.endedEarly = undefined;
    this.utterance = this.begin();
    this.awaited = this.given.length;
    this.heardAgain = this.given.length;
    for (const samples of this.given) this.once((utterance) => utterance.feed(samples));
    this.given = [];
    this.mayEndEarly = false;
  }

  private flush(): void {
    const samples = this.piece.slice(0, this.filled);
    this.filled = 0;
    if (samples.length === 0) return;
    this.awaited++;
    this.keep(samples);
    this.once((utterance) => utterance.feed(samples));
  }

  private keep(samples: Int16Array): void {
    if (!this.mayEndEarly) return;
    this.givenSamples += samples.length;
    this.given.push(samples);
    if (this.givenSamples <= ENDED_EARLY_SAMPLES) return;
    this.mayEndEarly = false;
    this.given = [];
  }

  /** Of what is heard again, the words were told. */
  private hearWords(words: readonly RecognisedWord[]): void {
    this.awaited--;
    if (this.heardAgain > 0 && --this.heardAgain > 0) return;
    this.soFar = transcriptOf(words);
    this.tell();
    this.endEarly();
  }

  /** Words are settled when the recogniser rests and has told those of all that it was given. */
  private tell(): void {
    this.options.onWords({ ...this.soFar, settled: this.isSettled });
  }

  private get isSettled(): boolean {
    return this.resting && this.awaited === 0;
  }

  /** Does it once the recogniser is ready; if it never is, `end` throws. */
  private once(work: (utterance: Utterance<Heard>) => void): void {
    this.utterance.then(work, () => undefined);
  }
}

function transcriptOf(recognised: readonly RecognisedWord[]): Transcript {
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
