import { SortedLines } from '../tables/sorted-lines.js';
import { capitalised, isLowerCase } from '../text/patterns.js';

/** Phonemes of a word, or of each part of speech with DEFAULT as the fallback. Null: the word is spelled. */
export type Entry = string | Readonly<Record<string, string | null>>;

/** A table of phonemes by word. */
export class Dictionary {
  private readonly table: SortedLines;

  constructor(table: Uint8Array) {
    this.table = new SortedLines(table);
  }

  /** The entry of a word, with or without its capital letter. */
  get(word: string): Entry | undefined {
    const own = this.entry(word);
    if (own !== undefined || word.length < 2) return own;
    if (isLowerCase(word)) return this.entry(capitalised(word));
    return word === capitalised(word) ? this.entry(word.toLowerCase()) : undefined;
  }

  has(word: string): boolean {
    return this.get(word) !== undefined;
  }

  private entry(word: string): Entry | undefined {
    const value = this.table.get(word);
    return value?.startsWith('{') ? (JSON.parse(value) as Entry) : value;
  }
}
