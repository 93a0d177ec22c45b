/** What each token of a phrase is worth, as a natural logarithm, as long as the phrase goes on. */
const BONUS_PER_TOKEN = 2.5;

/** What text is to the recogniser. */
interface Tokens {
  /** Without a token that begins the text. */
  encode(text: string): readonly number[];
}

/** How far words are into one or more phrases, by tokens. */
export interface PhraseNode {
  readonly next: Map<number, PhraseNode>;
  /** What has been given for the tokens so far; lost when the phrase breaks off. */
  readonly bonus: number;
  /** A phrase ends here: what has been given is kept. */
  isEnd: boolean;
}

export interface PhraseStep {
  readonly node: PhraseNode;
  /** To be added to the likelihood of what was said. */
  readonly bonus: number;
}

/** Words and names that callers probably say: a recogniser finds them likelier, and is never forced to. */
export class KeyPhrases {
  readonly root: PhraseNode = { next: new Map(), bonus: 0, isEnd: false };

  constructor(phrases: readonly string[], tokens: Tokens) {
    for (const phrase of phrases) for (const written of spellings(phrase)) this.add(tokens.encode(written));
  }

  /** What the next token does to the phrases that the words before it are in. */
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

/** As it was written, and as it may be within a sentence or at its beginning. */
function spellings(phrase: string): Set<string> {
  const written = phrase.trim().replace(/\s+/g, ' ');
  const capital = written.charAt(0).toUpperCase() + written.slice(1);
  return new Set([written, capital, written.toLowerCase()].filter((text) => text !== ''));
}
