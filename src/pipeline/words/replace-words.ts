/** Replaces whole words and phrases, whatever their case, in one pass: what was put in is not looked at again. */
export class WordReplacer {
  private readonly byWord: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | undefined;

  /** @param pairs Words and what to put in their place; of several that begin alike the longest counts. */
  constructor(pairs: readonly (readonly [word: string, instead: string])[]) {
    this.byWord = new Map(pairs.map(([word, instead]) => [plain(word), instead]));
    const words = [...this.byWord.keys()].sort((left, right) => right.length - left.length).map(escaped);
    this.pattern =
      words.length > 0
        ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
        : undefined;
  }

  apply(text: string): string {
    if (!this.pattern) return text;
    return text.replace(this.pattern, (found) => this.byWord.get(plain(found)) ?? found);
  }
}

const plain = (word: string) => word.toLowerCase().replace(/\s+/g, ' ').trim();

/** Blanks stand for any blanks. */
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
