import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { BeamSearch, type Decoded, type SearchOptions } from './beam-search.js';
import { type DictatedKind, SPELLING_MARKS, SPELLING_WORDS } from './dictation-words.js';
import { isHum } from './hums.js';
import { KeyPhrases } from './key-phrases.js';
import { look, type Looked } from './look.js';
import { MoonshineModel } from './moonshine-model.js';
import { afterPause, piecesOf, prepared } from './sound.js';
import { Vocabulary } from './vocabulary.js';

/** Sample rate. */
const RATE_HZ = 16_000;
/** Shorter sounds contain no word. */
const LEAST_SAMPLES = RATE_HZ / 5;
/** Number of agents with phrases in the token cache. */
const REMEMBERED = 50;
/** Minimum mean log-likelihood of a token. Noise is transcribed as arbitrary, less likely words. */
const LEAST_LIKELY = -1;

const BEAM = 4;
/** Below this share of the tokens that speech of this length has, the transcript lacks the words after a pause. */
const LEAST_TOKENS_SHARE = 0.75;
/** Maximum transcripts of a dictated answer. */
const READINGS = 12;
/**
 * Letters and digits are short, uncertain tokens. Without a bonus per token, the most likely transcript of a long
 * number or address ends early.
 */
const DICTATION = { beam: 6, wanted: READINGS, tokenBonus: 0.8 };

const TOKENS = { encode: (text: string) => llamaTokenizer.encode(text, false) };
const SPELLING = new Vocabulary(SPELLING_WORDS, SPELLING_MARKS, {
  encode: (text, isWord) => llamaTokenizer.encode(text, false, isWord),
});

export interface RecognitionRequest {
  /** Mono, 16 kHz. */
  readonly samples: Int16Array;
  /** Words and names that are likely to occur. */
  readonly phrases: readonly string[];
  /** The kind of value that the caller was asked for; absent: anything. */
  readonly dictated?: DictatedKind | undefined;
}

export interface Recognized {
  /** With punctuation; empty if no speech was recognized. */
  readonly text: string;
  /** Mean probability of the text's segments, 0 to 1; 0 without text. */
  readonly confidence: number;
  /** Other transcripts that are nearly as likely: before a pause "the" sounds like "that" or "there". */
  readonly alternatives?: readonly string[];
  /**
   * Alternatives for a dictated answer, best first. Present even if the sound may be a hum, because short answers are
   * easily mistaken for one.
   */
  readonly readings?: readonly Reading[];
}

/** A possible transcript. */
interface Reading {
  readonly text: string;
  /** Natural logarithm, comparable between readings of the same sound. */
  readonly logLikelihood: number;
}

/** Speech recognition of English with Moonshine. */
export class MoonshineRecognizer {
  private readonly phrases = new LRUCache<string, KeyPhrases>({ max: REMEMBERED });

  private constructor(private readonly model: MoonshineModel) {}

  /** Includes a warm-up run, which would slow the first turn down. @throws Error if a file is missing. */
  static async load(): Promise<MoonshineRecognizer> {
    const recognizer = new MoonshineRecognizer(await MoonshineModel.load());
    await recognizer.recognize({ samples: new Int16Array(RATE_HZ), phrases: [] });
    return recognizer;
  }

  /** @param isCancelled Once true, the result is not used and may be incomplete. */
  async recognize(request: RecognitionRequest, isCancelled = () => false): Promise<Recognized> {
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
      if (await isHum(this.model, heard, seconds, first.tokens)) continue;
      parts.push(first, ...(dictated ? [] : await this.lostAfterPause(piece, first, phrases, isCancelled)));
    }
    const text = parts.map(({ tokens }) => written(tokens)).join(' ');
    return {
      text,
      ...(!dictated && { alternatives: alternativesOf(parts) }),
      confidence:
        text === '' ? 0 : Math.min(1, Math.exp(Math.min(...parts.map((part) => part.meanLogLikelihood)))),
      ...(dictated && { readings }),
    };
  }

  /** The recognizer may stop at a long pause. Nothing if it did not. */
  private async lostAfterPause(
    samples: Int16Array,
    { tokens }: Decoded,
    phrases: KeyPhrases | undefined,
    isCancelled: () => boolean,
  ): Promise<readonly Decoded[]> {
    const rest = afterPause(samples);
    if (!rest || isCancelled()) return [];
    const sound = prepared(rest.samples);
    const search = new BeamSearch(this.model, { beam: BEAM, wanted: 1, phrases });
    const [found] = await search.run(await this.model.listen(sound), sound.length / RATE_HZ, isCancelled);
    if (!found || found.meanLogLikelihood < LEAST_LIKELY) return [];
    const isLost = tokens.length < (LEAST_TOKENS_SHARE * found.tokens.length) / rest.share;
    return isLost && lastWordOf(found.tokens) !== lastWordOf(tokens) ? [found] : [];
  }

  /** A partial transcript. @param samples Mono, 16 kHz, no more than some seconds. */
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
  llamaTokenizer.decode([...tokens], false).replace(/\bgood-?bye?\b/gi, (word) => `${word.slice(0, 4)}bye`);

/** Only the end is in question. */
function alternativesOf(parts: readonly Decoded[]): readonly string[] {
  const before = parts.slice(0, -1).map(({ tokens }) => tokens);
  const alternatives = parts.at(-1)?.alternatives ?? [];
  return alternatives.map((tokens) => [...before, tokens].map(written).join(' '));
}

const lastWordOf = (tokens: readonly number[]): string | undefined =>
  written(tokens)
    .toLowerCase()
    .match(/[a-z0-9']+/g)
    ?.at(-1);

/** Combines the readings before a segment with those of the segment, best first. */
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
