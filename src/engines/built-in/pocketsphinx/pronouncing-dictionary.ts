import { readFile } from 'node:fs/promises';

const LINE_FEED = 0x0a;

/**
 * The CMU pronouncing dictionary as PocketSphinx ships it: a line a pronunciation, `word SOUND SOUND`, further ones of
 * a word as `word(2)`. It is searched as text, since its 134,000 words as objects would cost ten times its 3 MB.
 */
export class PronouncingDictionary {
  private constructor(private readonly text: Buffer) {}

  static async load(path: string): Promise<PronouncingDictionary> {
    return new PronouncingDictionary(Buffer.concat([Buffer.from('\n'), await readFile(path)]));
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
    const key = Buffer.from(`\n${entry} `, 'latin1');
    const at = this.text.indexOf(key);
    if (at < 0) return undefined;
    const end = this.text.indexOf(LINE_FEED, at + key.length);
    return this.text.toString('latin1', at + key.length, end < 0 ? undefined : end).trim();
  }
}
