import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { BeamSearch, type Decoded, type SearchOptions } from './beam-search.js';
import { type DictatedKind, SPELLING_MARKS, SPELLING_WORDS } from './dictation-words.js';
import { isHum } from './hums.js';
import { KeyPhrases } from './key-phrases.js';
import { look, type Looked } from './look.js';
import { MoonshineModel } from './moonshine-model.js';
import { piecesOf, prepared } from './sound.js';
import { Vocabulary } from './vocabulary.js';

/** Rate of all sound. */
const RATE_HZ = 16_000;
/** Less sound holds no word. */
const LEAST_SAMPLES = RATE_HZ / 5;
/** Agents whose phrases are remembered as tokens. */
const REMEMBERED = 50;
/** A token of what was said is likelier than this on average (natural logarithm); noise is written down as anything. */
const LEAST_LIKELY = -1;

const BEAM = 4;
/** Transcripts of a dictated answer that are told. */
const READINGS = 12;
/**
 * Letters and digits are short, uncertain tokens: without a bonus for each the likeliest transcript of a long number or
 * address is one that ends early.
 */
const DICTATION = { beam: 6, wanted: READINGS, tokenBonus: 0.8 };

const TOKENS = { encode: (text: string) => llamaTokenizer.encode(text, false) };
const SPELLING = new Vocabulary(SPELLING_WORDS, SPELLING_MARKS, {
  encode: (text, isWord) => llamaTokenizer.encode(text, false, isWord),
});

export interface RecognitionRequest {
  /** Mono, 16 kHz. */
  readonly samples: Int16Array;
  /** Words and names that were probably said. */
  readonly phrases: readonly string[];
  /** The caller was asked for a value of this kind; absent: for anything. */
  readonly dictated?: DictatedKind | undefined;
}

export interface Recognised {
  /** As it is written, with punctuation; empty where nothing was said. */
  readonly text: string;
  /** 0 to 1: the mean probability of a piece of the text; 0 where there is none. */
  readonly confidence: number;
  /**
   * Of a dictated answer: what may have been said, the likeliest first. Also where
   * it may be a mere hum, which a short answer is taken for more easily.
   */
  readonly readings?: readonly Reading[];
}

/** What may have been said. */
interface Reading {
  readonly text: string;
  /** Natural logarithm, to be compared with that of others. */
  readonly logLikelihood: number;
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
  async recognise(request: RecognitionRequest, isCancelled = () => false): Promise<Recognised> {
    const { samples, dictated } = request;
    if (samples.length < LEAST_SAMPLES) return { text: '', confidence: 0 };
    const parts: Decoded[] = [];
    let readings: readonly Reading[] = [];
    for (const piece of piecesOf(samples)) {
      const sound = prepared(piece);
      const heard = await this.model.listen(sound);
      const seconds = sound.length / RATE_HZ;
      const search = (options: SearchOptions) =>
        new BeamSearch(this.model, options).run(heard, seconds, isCancelled);
      const phrases = this.phrasesOf(request.phrases);
      const found = await search(dictated ? { ...DICTATION, phrases } : { beam: BEAM, wanted: 1, phrases });
      const [first] = found;
      if (!first || isCancelled()) break;
      if (first.meanLogLikelihood < LEAST_LIKELY) continue;
      if (dictated) {
        const strict = dictated === 'letters' ? await search({ ...DICTATION, vocabulary: SPELLING }) : [];
        readings = joined(readings, [...found, ...strict]);
      }
      if (!(await isHum(this.model, heard, seconds, first.tokens))) parts.push(first);
    }
    const text = parts.map(({ tokens }) => written(tokens)).join(' ');
    return {
      text,
      confidence:
        text === '' ? 0 : Math.min(1, Math.exp(Math.min(...parts.map((part) => part.meanLogLikelihood)))),
      ...(dictated && { readings }),
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

const written = (tokens: readonly number[]): string =>
  llamaTokenizer.decode([...tokens], false).replace(/\bgood-bye\b/gi, (word) => word.replace('-', ''));

/** What may have been said until the end of a piece, the likeliest first. */
function joined(before: readonly Reading[], found: readonly Decoded[]): readonly Reading[] {
  const pieces = found.map(({ tokens, logLikelihood }) => ({ text: written(tokens), logLikelihood }));
  const unique = [...new Map(pieces.map((one) => [one.text, one])).values()];
  const all =
    before.length === 0
      ? unique
      : before.flatMap((one) =>
          unique.map(({ text, logLikelihood }) => ({
            text: `${one.text} ${text}`,
            logLikelihood: one.logLikelihood + logLikelihood,
          })),
        );
  return all.sort((one, other) => other.logLikelihood - one.logLikelihood).slice(0, 2 * READINGS);
}
