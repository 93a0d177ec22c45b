import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { projectFile } from '../../../../common/assets/index.js';

/** Singular and plural of a word. */
export type Counted = readonly [one: string, many: string];

/** Expansions of abbreviations, signs and units (`assets/voice/written-forms.json`). */
export interface WrittenForms {
  /** By the first three letters. */
  readonly months: Readonly<Record<string, string>>;
  /** Titles before a name. */
  readonly titles: Readonly<Record<string, string>>;
  readonly abbreviations: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Counted>>;
  readonly symbols: Readonly<Record<string, string>>;
  readonly currency: Readonly<Record<string, Counted>>;
  /** Words before a Roman cardinal number: "Chapter IV". */
  readonly roman_cardinal: readonly string[];
  /** Names before a Roman ordinal number: "Henry VIII". */
  readonly roman_ordinal: readonly string[];
}

/** The voice's tables for reading words. */
export interface VoiceTables {
  /** Sorted lines: phonemes by word, checked by people. */
  readonly words: Uint8Array;
  /** Sorted lines: phonemes of further words, generated. */
  readonly moreWords: Uint8Array;
  /** Sorted lines: weights of the part-of-speech tagger, and words with a fixed tag. */
  readonly tags: Uint8Array;
  /** All part-of-speech tags. */
  readonly tagNames: readonly string[];
  readonly forms: WrittenForms;
  /** Exceptions to splitting at punctuation. */
  readonly splitWords: Readonly<Record<string, readonly string[]>>;
  /** Phoneme numbers, as input to the network. */
  readonly phonemes: Readonly<Record<string, number>>;
  readonly unknownWords: UnknownWordCodes;
}

/** Inputs and outputs of the network for unknown words, numbered from 1. */
interface UnknownWordCodes {
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** Maximum letters of a word. */
  readonly maxlen: number;
}

export const voiceFile = (name: string): string => projectFile('assets', 'voice', name);

/** Reads the tables, some 9 MB unpacked. @throws Error if a file is missing. */
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
