import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { projectFile } from '../../../../common/assets/index.js';

/** Words with a singular and a plural. */
export type Counted = readonly [one: string, many: string];

/** How abbreviations, signs and units are written out (`assets/voice/written-forms.json`). */
export interface WrittenForms {
  /** By the first three letters. */
  readonly months: Readonly<Record<string, string>>;
  /** Before a name. */
  readonly titles: Readonly<Record<string, string>>;
  readonly abbreviations: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Counted>>;
  readonly symbols: Readonly<Record<string, string>>;
  readonly currency: Readonly<Record<string, Counted>>;
  /** Words before a Roman number that counts: "Chapter IV". */
  readonly roman_cardinal: readonly string[];
  /** Names before one that tells which: "Henry VIII". */
  readonly roman_ordinal: readonly string[];
}

/** What the voice reads words by. */
export interface VoiceTables {
  /** Sorted lines: sounds by word, checked by people. */
  readonly words: Uint8Array;
  /** Sorted lines: sounds of further words, made by a machine. */
  readonly moreWords: Uint8Array;
  /** Sorted lines: weights of the part-of-speech tagger, and the words that need none. */
  readonly tags: Uint8Array;
  /** All parts of speech. */
  readonly tagNames: readonly string[];
  readonly forms: WrittenForms;
  /** What is split, or kept whole, in another way than its punctuation says. */
  readonly splitWords: Readonly<Record<string, readonly string[]>>;
  /** Numbers of the phonemes, as the network takes them. */
  readonly phonemes: Readonly<Record<string, number>>;
  readonly unknownWords: UnknownWordCodes;
}

/** What the network for unknown words takes and gives, in the order of its numbers, which begin with 1. */
interface UnknownWordCodes {
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** Letters of a word that it can take. */
  readonly maxlen: number;
}

/** A file of the voice. */
export const voiceFile = (name: string): string => projectFile('assets', 'voice', name);

/** Reads the tables, some 9 MB unpacked. @throws Error when a file is missing. */
export async function loadVoiceTables(): Promise<VoiceTables> {
  const [words, moreWords, tags] = await Promise.all(
    (['words', 'more-words', 'tags'] as const).map((name) => readTable(`${name}.tsv.gz`)),
  );
  if (!words || !moreWords || !tags) throw new Error('The voice has no tables');
  const [tagNames, forms, splitWords, phonemes, unknownWords] = await Promise.all([
    readJson<string[]>('tags.json'),
    readJson<WrittenForms>('written-forms.json'),
    readJson<Record<string, string[]>>('split-words.json'),
    readJson<Record<string, number>>('phonemes.json'),
    readJson<UnknownWordCodes>('unknown-words.json'),
  ]);
  return { words, moreWords, tags, tagNames, forms, splitWords, phonemes, unknownWords };
}

async function readTable(name: string): Promise<Uint8Array> {
  return promisify(gunzip)(await readFile(voiceFile(name)));
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(voiceFile(name), 'utf8')) as T;
}
