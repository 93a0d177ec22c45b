import { isNoise, isOtherSpeech, type RecognisedWord, type Utterance } from '../../engines/built-in/index.js';
import type { StarterEngines } from '../starter/index.js';
import type { SpeechToText, Transcription, TranscriptionRequest } from '../stages/index.js';

/**
 * The built-in recogniser, which needs no key. It understands what the document's intents and small talk lead it to expect, in
 * English, and nothing else.
 */
export class StarterTranscription implements SpeechToText {
  readonly capabilities = { streaming: true };
  readonly #engines: () => Promise<StarterEngines>;

  constructor(engines: () => Promise<StarterEngines>) {
    this.#engines = engines;
  }

  begin(request: TranscriptionRequest): Transcription {
    return new StarterTurn(this.#begin(request));
  }

  async #begin({ agent, onWords }: TranscriptionRequest): Promise<Utterance> {
    const engines = await this.#engines();
    const vocabulary = await engines.prepare(agent);
    const { averageVoice } = engines.speech;
    return engines.speech.begin(vocabulary, averageVoice, (words) => {
      const text = textOf(words);
      if (text !== '') onWords(text);
    });
  }
}

class StarterTurn implements Transcription {
  readonly #utterance: Promise<Utterance>;
  /** Audio that comes before the recogniser is ready. */
  #early: Int16Array[] | undefined = [];
  #ready: Utterance | undefined;
  #cancelled = false;

  constructor(utterance: Promise<Utterance>) {
    this.#utterance = utterance.then((ready) => this.#start(ready));
    this.#utterance.catch(() => undefined);
  }

  push(samples: Int16Array): void {
    if (this.#ready) this.#ready.feed(samples);
    else this.#early?.push(samples);
  }

  async end(): Promise<string> {
    const utterance = await this.#utterance;
    const { words } = await utterance.end();
    return textOf(words);
  }

  cancel(): void {
    this.#cancelled = true;
    this.#early = undefined;
    this.#ready?.cancel();
  }

  #start(utterance: Utterance): Utterance {
    this.#ready = utterance;
    for (const samples of this.#early ?? []) utterance.feed(samples);
    this.#early = undefined;
    if (this.#cancelled) utterance.cancel();
    return utterance;
  }
}

function textOf(words: readonly RecognisedWord[]): string {
  return words
    .map(({ word }) => word)
    .filter((word) => !isNoise(word) && !isOtherSpeech(word))
    .join(' ');
}
