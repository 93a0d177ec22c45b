import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { FreeSearch, type Decoded } from './free-search.js';
import { isHum } from './hums.js';
import { KeyPhrases } from './key-phrases.js';
import { look, type Looked } from './look.js';
import { MoonshineModel } from './moonshine-model.js';
import { piecesOf, prepared } from './sound.js';

/** Rate of all sound. */
const RATE_HZ = 16_000;
/** Less sound holds no word. */
const LEAST_SAMPLES = RATE_HZ / 5;
/** Agents whose phrases are remembered as tokens. */
const REMEMBERED = 50;
/** A token of what was said is likelier than this on average (natural logarithm); noise is written down as anything. */
const LEAST_LIKELY = -1;

const TOKENS = { encode: (text: string) => llamaTokenizer.encode(text, false) };

export interface RecognitionRequest {
  /** Mono, 16 kHz. */
  readonly samples: Int16Array;
  /** Words and names that were probably said. */
  readonly phrases: readonly string[];
}

export interface Recognised {
  /** As it is written, with punctuation; empty where nothing was said. */
  readonly text: string;
  /** 0 to 1: the mean probability of a piece of the text; 0 where there is none. */
  readonly confidence: number;
}

/** Moonshine as a recogniser of whatever is said in English. */
export class Recogniser {
  private readonly phrases = new LRUCache<string, KeyPhrases>({ max: REMEMBERED });

  private constructor(private readonly model: MoonshineModel) {}

  /** Takes the time that its first work would take longer. @throws Error when a file is missing. */
  static async load(): Promise<Recogniser> {
    const recogniser = new Recogniser(await MoonshineModel.load());
    await recogniser.recognise({ samples: new Int16Array(RATE_HZ), phrases: [] });
    return recogniser;
  }

  /** @param isCancelled Once true, the result is not used, and may be anything. */
  async recognise({ samples, phrases }: RecognitionRequest, isCancelled = () => false): Promise<Recognised> {
    if (samples.length < LEAST_SAMPLES) return { text: '', confidence: 0 };
    const parts: Decoded[] = [];
    for (const piece of piecesOf(samples)) {
      const sound = prepared(piece);
      const heard = await this.model.listen(sound);
      const seconds = sound.length / RATE_HZ;
      const found = await new FreeSearch(this.model, this.phrasesOf(phrases)).run(
        heard,
        seconds,
        isCancelled,
      );
      if (isCancelled()) break;
      if (!(await isHum(this.model, heard, seconds, found.tokens))) parts.push(found);
    }
    const said = parts.filter(({ meanLogLikelihood }) => meanLogLikelihood >= LEAST_LIKELY);
    const text = said
      .map(({ tokens }) => llamaTokenizer.decode([...tokens], false))
      .join(' ')
      .replace(/\bgood-bye\b/gi, (word) => word.replace('-', ''));
    return {
      text,
      confidence:
        text === '' ? 0 : Math.min(1, Math.exp(Math.min(...said.map((part) => part.meanLogLikelihood)))),
    };
  }

  /** What was probably said so far. @param samples Mono, 16 kHz, no more than some seconds. */
  async look(samples: Int16Array): Promise<Looked> {
    if (samples.length < LEAST_SAMPLES) return { text: '', margin: 0 };
    const sound = prepared(samples);
    return await look(this.model, await this.model.listen(sound), sound.length / RATE_HZ);
  }

  private phrasesOf(phrases: readonly string[]): KeyPhrases | undefined {
    if (phrases.length === 0) return undefined;
    const key = phrases.join('\n');
    const known = this.phrases.get(key) ?? new KeyPhrases(phrases, TOKENS);
    this.phrases.set(key, known);
    return known;
  }
}
