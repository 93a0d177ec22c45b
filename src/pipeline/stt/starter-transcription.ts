import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard, RecognisedWord, VoiceProfile } from '../../engines/local/index.js';
import { joinedSamples } from '../../common/audio/index.js';
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
import { isNoisy, lookAgain, type Looked } from './second-look.js';
import { transcriptOf } from './recognised-words.js';

/** Audio is handed to the recogniser in pieces of this length: ten messages a second. */
const PIECE_SAMPLES = STT_RATE_HZ / 10;

/** What hears callers: the engines of the starter agent. */
export interface StarterEars {
  readonly speech: Pick<StarterEngines['speech'], 'averageVoice' | 'begin'>;
  readonly secondPass: Pick<StarterEngines['secondPass'], 'find'>;
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
    const { overAgent = false } = request;
    return new StarterTurn({
      begin: (tell) => this.beginUtterance(request, tell),
      lookAgain: async (soFar, pieces) =>
        await lookAgain(await this.engines(), request.agent, soFar, pieces, overAgent),
      overAgent,
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
  /** Has the second pass look at what was said so far. */
  lookAgain(soFar: Transcript, pieces: readonly Int16Array[]): Promise<Looked>;
  /** Whether it began while the agent spoke. */
  readonly overAgent: boolean;
  onWords(soFar: Transcript): void;
  learned(voice: VoiceProfile): void;
}

/** A look of the second pass that is under way, or over. */
interface SecondLook {
  /** The words that it is sure of. */
  found?: Transcript;
  asks?: number | undefined;
  over?: Promise<void>;
  isOver?: boolean;
}

/**
 * The recogniser looks at all of a turn once more when it has ended, which takes up to 350 ms in noise. After a whole
 * question it does so at once: nobody goes on after one. Where somebody does, it hears all of it anew, so only turns of
 * up to this length end early. The second pass looks at no longer ones either.
 */
const LOOKED_AT_AGAIN_SAMPLES = STT_RATE_HZ * 5;

/** How much later than the first pass the second may be with its words: on a busy machine it is. */
const FOUND_LATE_MS = 500;

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
  /** All that the recogniser was given, as long as it may be looked at again. */
  private given: Int16Array[] = [];
  private givenSamples = 0;
  private mayEndEarly = true;
  /** Void where the caller goes on. */
  private secondPass: SecondLook | undefined;
  private endedEarly: Promise<Heard> | undefined;
  /** Pieces that it hears for the second time. */
  private heardAgain = 0;
  /** Pieces that it was given and whose words haven't come yet. */
  private awaited = 0;
  private soFar: Transcript = { text: '' };
  private isOver = false;

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
    if (this.awaited === 0) this.settle();
  }

  goOn(): void {
    this.resting = false;
    this.secondPass = undefined;
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
    this.isOver = true;
    this.flush();
    const ended = (this.endedEarly ?? this.ended()).then(({ words, voice }) => {
      if (words.length > 0) this.options.learned(voice);
      return this.orFound(transcriptOf(words));
    });
    if (!this.secondPass?.found) return await ended;
    ended.catch(() => undefined);
    return this.secondPass.found;
  }

  /** What the second pass is sure of, which is waited for a moment where the first didn't understand a sentence. */
  private async orFound(heard: Transcript): Promise<Transcript> {
    const isUnderstood = soundsComplete(heard.text) && heard.unknownSpeechMs === 0;
    if (this.secondPass && !isUnderstood) {
      await Promise.race([this.secondPass.over, sleep(FOUND_LATE_MS, undefined, { ref: false })]);
    }
    return this.secondPass?.found ?? heard;
  }

  cancel(): void {
    this.once((utterance) => utterance.cancel());
    this.given = [];
    this.secondPass = undefined;
  }

  private async ended(): Promise<Heard> {
    return await (await this.utterance).end();
  }

  private endEarly(): void {
    if (!this.mayEndEarly || this.endedEarly || !soundsComplete(this.soFar.text)) return;
    this.endedEarly = this.ended();
    this.endedEarly.catch(() => undefined);
  }

  private lookAgain(): void {
    if (this.secondPass || this.given.length === 0) return;
    const asked: SecondLook = {};
    this.secondPass = asked;
    asked.over = this.options.lookAgain(this.soFar, [...this.given]).then(
      (looked) => this.takeLook(asked, looked),
      () => this.takeLook(asked, {}),
    );
  }

  private takeLook(asked: SecondLook, { heard, asks }: Looked): void {
    asked.isOver = true;
    if (this.secondPass !== asked) return;
    asked.asks = asks;
    if (heard && !heard.doubtful) asked.found = heard;
    this.soFar = heard ?? this.soFar;
    if (!this.isOver && (heard || this.options.overAgent)) this.tell();
  }

  /** The caller goes on with what seemed to be whole. */
  private beginAnew(): void {
    this.once((utterance) => utterance.cancel());
    this.endedEarly = undefined;
    this.utterance = this.begin();
    this.awaited = this.given.length;
    this.heardAgain = this.given.length;
    for (const samples of this.given) this.once((utterance) => utterance.feed(samples));
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
    this.givenSamples += samples.length;
    this.given.push(samples);
    if (this.givenSamples <= LOOKED_AT_AGAIN_SAMPLES) return;
    this.mayEndEarly = false;
    this.given = [];
  }

  /** Of what is heard again, the words were told. */
  private hearWords(words: readonly RecognisedWord[]): void {
    this.awaited--;
    if (this.heardAgain > 0 && --this.heardAgain > 0) return;
    this.soFar = transcriptOf(words);
    if (this.isSettled) this.settle();
    else this.tell();
  }

  private settle(): void {
    this.tell();
    this.endEarly();
    this.lookAgain();
  }

  /** Words are settled when the recogniser rests and has told those of all that it was given. */
  private tell(): void {
    this.options.onWords({ ...this.soFar, ...this.asking, settled: this.isSettled });
  }

  /** Whether the words ask for something, or whether that will be told. */
  private get asking(): Pick<Transcript, 'asks' | 'asksLater'> {
    const { secondPass, given } = this;
    if (secondPass?.asks !== undefined) return { asks: secondPass.asks };
    if (!this.options.overAgent || secondPass?.isOver || given.length === 0) return {};
    return { asksLater: isNoisy(joinedSamples(given)) };
  }

  private get isSettled(): boolean {
    return this.resting && this.awaited === 0;
  }

  /** Does it once the recogniser is ready; if it never is, `end` throws. */
  private once(work: (utterance: Utterance<Heard>) => void): void {
    this.utterance.then(work, () => undefined);
  }
}
