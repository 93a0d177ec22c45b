/** A position within a word, in a trie of tokens. */
export interface VocabularyNode {
  readonly next: Map<number, VocabularyNode>;
  /** A word ends here, and any word may follow. */
  isEnd: boolean;
}

/** The recognizer's tokenizer. */
interface Tokens {
  /** @param isWord Whether a blank precedes the text. */
  encode(text: string, isWord: boolean): readonly number[];
}

/** All words of a kind of answer, as a trie of tokens that restricts a recognizer. */
export class Vocabulary {
  readonly root: VocabularyNode = { next: new Map(), isEnd: true };

  /** @param marks Tokens that follow a word without a blank. */
  constructor(words: readonly string[], marks: readonly string[], tokens: Tokens) {
    for (const word of words) {
      this.add(tokens.encode(word, true));
      this.add(tokens.encode(word.charAt(0).toUpperCase() + word.slice(1), true));
    }
    for (const mark of marks) this.add(tokens.encode(mark, false));
  }

  tokensAfter({ next, isEnd }: VocabularyNode): readonly number[] {
    return isEnd ? [...new Set([...next.keys(), ...this.root.next.keys()])] : [...next.keys()];
  }

  step({ next }: VocabularyNode, token: number): VocabularyNode {
    return next.get(token) ?? this.root.next.get(token) ?? this.root;
  }

  private add(path: readonly number[]): void {
    let node = this.root;
    for (const token of path) {
      const next = node.next.get(token) ?? { next: new Map(), isEnd: false };
      node.next.set(token, next);
      node = next;
    }
    if (node !== this.root) node.isEnd = true;
  }
}
