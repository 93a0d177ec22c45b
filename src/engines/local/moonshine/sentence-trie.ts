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

/** What text is to the recogniser. */
export interface Tokens {
  /** Without a token that begins the text. */
  encode(text: string): readonly number[];
  beginsWord(token: number): boolean;
}

/** Sentences, and how they begin, as the recogniser would write them, by tokens. */
export function sentenceTrie(sentences: readonly string[], tokens: Tokens): TrieNode {
  const root = newNode();
  for (const text of sentences) {
    const written = asWritten(text);
    if (written === '') continue;
    for (const ending of ENDINGS) {
      end(follow(root, tokens.encode(written + ending)), { text, isWhole: true });
    }
    const path = tokens.encode(written);
    for (const [beginning, length] of beginningsOf(written, path, tokens)) {
      end(follow(root, path.slice(0, length)), { text: beginning, isWhole: false });
    }
  }
  return root;
}

function follow(root: TrieNode, path: readonly number[]): TrieNode {
  let node = root;
  for (const token of path) {
    const next = node.next.get(token) ?? newNode();
    node.next.set(token, next);
    node = next;
  }
  return node;
}

function end(node: TrieNode, part: SentencePart): void {
  const { ended } = follow(node, [END_TOKEN]);
  if (!ended.some(({ text, isWhole }) => text === part.text && isWhole === part.isWhole)) ended.push(part);
}

/** The words before each but the first, and how many tokens they are. @param path The tokens of all. */
function beginningsOf(
  written: string,
  path: readonly number[],
  tokens: Tokens,
): (readonly [string, number])[] {
  const words = written.split(' ');
  const starts = path.flatMap((token, at) => (tokens.beginsWord(token) ? [at] : []));
  if (starts.length !== words.length) return [];
  return starts.slice(1).map((length, at) => [words.slice(0, at + 1).join(' '), length]);
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
