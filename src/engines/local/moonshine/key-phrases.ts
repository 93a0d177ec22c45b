/** Bonus per token (natural logarithm) while a phrase continues. */
const BONUS_PER_TOKEN = 2.5;

/** The recognizer's tokenizer. */
interface Tokens {
  /** Without a start token. */
  encode(text: string): readonly number[];
}

/** A position within one or more phrases, in a trie of tokens. */
export interface PhraseNode {
  readonly next: Map<number, PhraseNode>;
  /** The sum of bonuses so far; removed if the phrase breaks off. */
  readonly bonus: number;
  /** A phrase ends here, so its bonus is kept. */
  isEnd: boolean;
}

export interface PhraseStep {
  readonly node: PhraseNode;
  /** Added to the log-likelihood of the hypothesis. */
  readonly bonus: number;
}

/** Words and names that callers are likely to say. A recognizer prefers them, but is never forced to. */
export class KeyPhrases {
  readonly root: PhraseNode = { next: new Map(), bonus: 0, isEnd: false };

  constructor(phrases: readonly string[], tokens: Tokens) {
    for (const phrase of phrases) for (const written of spellings(phrase)) this.add(tokens.encode(written));
  }

  /** Advances the phrases by the next token. */
  step(from: PhraseNode, token: number): PhraseStep {
    const further = from.next.get(token);
    if (further) return { node: further, bonus: BONUS_PER_TOKEN };
    const lost = from.isEnd ? 0 : -from.bonus;
    const begun = this.root.next.get(token);
    return begun ? { node: begun, bonus: lost + BONUS_PER_TOKEN } : { node: this.root, bonus: lost };
  }

  private add(path: readonly number[]): void {
    let node = this.root;
    for (const token of path) {
      const next = node.next.get(token) ?? {
        next: new Map(),
        bonus: node.bonus + BONUS_PER_TOKEN,
        isEnd: false,
      };
      node.next.set(token, next);
      node = next;
    }
    if (node !== this.root) node.isEnd = true;
  }
}

/** As written, and with the capitals of the middle or beginning of a sentence. */
function spellings(phrase: string): Set<string> {
  const written = phrase.trim().replace(/\s+/g, ' ');
  const capital = written.charAt(0).toUpperCase() + written.slice(1);
  return new Set([written, capital, written.toLowerCase()].filter((text) => text !== ''));
}
