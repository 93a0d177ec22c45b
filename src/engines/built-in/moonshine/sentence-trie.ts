import { END_TOKEN } from './moonshine-model.js';

/** How sentences may end where the recogniser writes them down. */
const ENDINGS = ['', '.', '?'];

/** The beginning that some texts have in common, and how they go on. */
export interface TrieNode {
  readonly next: Map<number, TrieNode>;
  /** What is all said here. */
  readonly ended: SentencePart[];
}

/** A sentence, or its first words. */
export interface SentencePart {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * Sentences, and how they begin, as the recogniser would write them, by tokens.
 * @param encode Without a token that begins the text.
 */
export function sentenceTrie(
  sentences: readonly string[],
  encode: (text: string) => readonly number[],
): TrieNode {
  const root = newNode();
  const add = (written: string, part: SentencePart) => {
    let node = root;
    for (const token of [...encode(written), END_TOKEN]) {
      const next = node.next.get(token) ?? newNode();
      node.next.set(token, next);
      node = next;
    }
    if (!node.ended.some(({ text }) => text === part.text)) node.ended.push(part);
  };
  const wholes = sentences
    .map((text) => ({ text, written: asWritten(text) }))
    .filter(({ written }) => written);
  for (const { text, written } of wholes) {
    for (const ending of ENDINGS) add(written + ending, { text, isWhole: true });
  }
  const known = new Set(wholes.map(({ written }) => written));
  for (const beginning of beginningsOf(known)) add(beginning, { text: beginning, isWhole: false });
  return root;
}

/** Those that are no whole sentences. */
function beginningsOf(written: ReadonlySet<string>): Set<string> {
  const beginnings = new Set<string>();
  for (const sentence of written) {
    const words = sentence.split(' ');
    for (let count = 1; count < words.length; count++) beginnings.add(words.slice(0, count).join(' '));
  }
  for (const sentence of written) beginnings.delete(sentence);
  return beginnings;
}

function asWritten(sentence: string): string {
  const bare = sentence
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\s*[.?!]+$/, '');
  return (bare.charAt(0).toUpperCase() + bare.slice(1)).replace(/\bi\b/g, 'I');
}

function newNode(): TrieNode {
  return { next: new Map(), ended: [] };
}
