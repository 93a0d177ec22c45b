import {
  isNoise,
  isOtherSpeech,
  type Heard,
  type RecognisedWord,
  type VoiceProfile,
} from '../../engines/built-in/index.js';
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
  private readonly utterance: Promise<Utterance<Heard>>;
  /** Pieces that it was given and whose words haven't come yet. */
  private awaited = 0;
  private soFar: Transcript = { text: '' };

  constructor(private readonly options: StarterTurnOptions) {
    this.utterance = options.begin((words) => this.hearWords(words));
    this.utterance.catch(() => undefined);
  }

  push(samples: Int16Array): void {
    if (this.resting) this.hold(samples);
    else this.hear(samples);
  }

  anticipate(): void {
    if (this.resting) return;
    this.resting = true;
    this.flush();
    if (this.awaited === 0) this.tell();
  }

  goOn(): void {
    this.resting = false;
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
    const utterance = await this.utterance;
    const { words, voice } = await utterance.end();
    if (words.length > 0) this.options.learned(voice);
    return transcriptOf(words);
  }

  cancel(): void {
    this.once((utterance) => utterance.cancel());
  }

  private flush(): void {
    const samples = this.piece.slice(0, this.filled);
    this.filled = 0;
    if (samples.length === 0) return;
    this.awaited++;
    this.once((utterance) => utterance.feed(samples));
  }

  private hearWords(words: readonly RecognisedWord[]): void {
    this.awaited--;
    this.soFar = transcriptOf(words);
    this.tell();
  }

  /** Words are settled when the recogniser rests and has told those of all that it was given. */
  private tell(): void {
    this.options.onWords({ ...this.soFar, settled: this.resting && this.awaited === 0 });
  }

  /** Does it once the recogniser is ready; if it never is, `end` throws. */
  private once(work: (utterance: Utterance<Heard>) => void): void {
    this.utterance.then(work, () => undefined);
  }
}

function transcriptOf(recognised: readonly RecognisedWord[]): Transcript {
  const words = recognised.filter(({ word }) => !isNoise(word) && !isOtherSpeech(word));
  const unknown = recognised.filter(
    ({ word, startMs, endMs }) => isOtherSpeech(word) && endMs - startMs >= SHORTEST_SOUND_MS,
  );
  return {
    text: words.map(({ word }) => word).join(' '),
    unknownSpeechMs: unknown.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  };
}
