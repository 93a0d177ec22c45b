import { readFile } from 'node:fs/promises';

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/**
 * The CMU pronouncing dictionary as PocketSphinx ships it: a line a pronunciation, `word SOUND SOUND`, further ones of
 * a word as `word(2)`, in the order of their bytes. It is searched as text, since its 134,000 words as objects would
 * cost ten times its 3 MB; and by halves, since the words of an agent are looked up while others are on the line.
 */
export class PronouncingDictionary {
  private constructor(private readonly text: Buffer) {}

  static async load(path: string): Promise<PronouncingDictionary> {
    return new PronouncingDictionary(await readFile(path));
  }

  /** All pronunciations of a lower-case word; none when it isn't in the dictionary. */
  lookUp(word: string): string[] {
    const found: string[] = [];
    for (let number = 1; ; number++) {
      const entry = number === 1 ? word : `${word}(${number})`;
      const sounds = this.find(entry);
      if (sounds === undefined) return found;
      found.push(sounds);
    }
  }

  private find(entry: string): string | undefined {
    const key = Buffer.from(entry, 'latin1');
    let from = 0;
    let to = this.text.length;
    while (from < to) {
      const line = this.lineAt(from + ((to - from) >> 1));
      const order = this.text.subarray(line.start, line.wordEnd).compare(key);
      if (order === 0) return this.text.toString('latin1', line.wordEnd + 1, line.end).trim();
      if (order < 0) from = line.end + 1;
      else to = line.start;
    }
    return undefined;
  }

  /** The line that has this byte. */
  private lineAt(at: number): { start: number; wordEnd: number; end: number } {
    // From before the byte, which may itself be the end of its line; a negative place would count from the end.
    const start = at === 0 ? 0 : this.text.lastIndexOf(LINE_FEED, at - 1) + 1;
    const feed = this.text.indexOf(LINE_FEED, at);
    const end = feed < 0 ? this.text.length : feed;
    const space = this.text.indexOf(SPACE, start);
    return { start, wordEnd: space < 0 ? end : Math.min(space, end), end };
  }
}
