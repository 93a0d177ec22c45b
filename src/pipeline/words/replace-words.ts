/** A trie node: the next characters, and the replacement for the phrase that ends here. */
interface Node {
  readonly next: Map<string, Node>;
  instead?: string;
}

const newNode = (): Node => ({ next: new Map() });

const IN_WORD = /[\p{L}\p{N}]/u;
const BLANK = /\s/;

/**
 * Replaces whole words and phrases, ignoring case, in one pass; replacements are not searched again. Worst case: text
 * length times longest phrase.
 */
export class WordReplacer {
  private readonly root = newNode();

  /** @param pairs Words and their replacements; the longest match wins. */
  constructor(pairs: readonly (readonly [word: string, instead: string])[]) {
    for (const [word, instead] of pairs) {
      let node = this.root;
      for (const character of lowered(word.replace(/\s+/g, ' ').trim())) {
        const next = node.next.get(character) ?? newNode();
        node.next.set(character, next);
        node = next;
      }
      if (node !== this.root) node.instead = instead;
    }
  }

  apply(text: string): string {
    if (this.root.next.size === 0) return text;
    const characters = [...text];
    const lower = lowered(text);
    let replaced = '';
    for (let at = 0; at < characters.length;) {
      const found = isInWord(characters[at - 1]) ? undefined : this.longestAt(lower, at);
      replaced += found ? found.instead : characters[at];
      at = found ? found.end : at + 1;
    }
    return replaced;
  }

  private longestAt(lower: readonly string[], begin: number): { instead: string; end: number } | undefined {
    let node: Node | undefined = this.root;
    let longest: { instead: string; end: number } | undefined;
    for (let at = begin; node && at < lower.length;) {
      const character = lower[at] ?? '';
      node = node.next.get(BLANK.test(character) ? ' ' : character);
      at = BLANK.test(character) ? endOfBlanks(lower, at) : at + 1;
      if (node?.instead !== undefined && !isInWord(lower[at])) longest = { instead: node.instead, end: at };
    }
    return longest;
  }
}

const isInWord = (character: string | undefined): boolean =>
  character !== undefined && IN_WORD.test(character);

/** A space in a phrase matches any number of spaces. */
function endOfBlanks(characters: readonly string[], begin: number): number {
  let end = begin;
  while (end < characters.length && BLANK.test(characters[end] ?? '')) end += 1;
  return end;
}

/** Per character, because some have a lower case of two characters. */
const lowered = (text: string): string[] => [...text].map((character) => character.toLowerCase());
