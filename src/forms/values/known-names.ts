import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { projectFile } from '../../common/assets/index.js';
import { addLetter, costsOfNothing } from './likeness.js';

/**
 * Natural logarithms: how much likelier a known name is than other letters. For each letter after the second, because
 * few of all long words are names; at most for its letters; and for each step of its frequency.
 */
const PER_LETTER = 0.5;
const MOST_FOR_LETTERS = 3;
const COMMON = 0.15;
/** Other words are not looked up. */
const SHORTEST_NAME = 3;
const LONGEST_NAME = 20;
/** Names farther from what was heard (negative likeness) are not looked up. */
const FARTHEST_NAME = 2.5;
const MOST_NAMES = 8;

/** A node of the trie (assets/names): a letter, how common the name is that ends there, and the length below. */
const NODE_BYTES = 5;
const COMMON_AT = 1;
const LENGTH_AT = 2;
const LENGTH_BYTES = 3;

// No `await`: a top-level one makes Jest build the graph of modules many times.
const names = gunzipSync(readFileSync(projectFile('assets', 'names', 'names.bin.gz')));

/**
 * How much likelier a word is than any other letters (natural logarithm): a name, an initial with one ("jsmith"), or
 * two names ("johnsmith").
 */
export function nameLikelihood(word: string): number {
  if (word.length > 2 * LONGEST_NAME) return 0;
  const ofTwo = Array.from(word, (_letter, at) => {
    const rest = at === 0 ? 0 : bonusOf(word.slice(at));
    const first = rest === 0 || at === 1 ? 0 : bonusOf(word.slice(0, at));
    return at === 1 || first > 0 ? first + rest : 0;
  });
  return Math.max(bonusOf(word), ...ofTwo);
}

const bonus = (length: number, common: number): number =>
  Math.min(MOST_FOR_LETTERS, PER_LETTER * (length - 2)) + COMMON * (common - 1);

function bonusOf(word: string): number {
  let [at, end, common] = [0, names.length, 0];
  for (let length = 0; length < word.length; length++) {
    while (at < end && names[at] !== word.charCodeAt(length)) at = endOf(at);
    if (at >= end) return 0;
    common = names[at + COMMON_AT] ?? 0;
    [at, end] = [at + NODE_BYTES, endOf(at)];
  }
  return common === 0 || word.length < SHORTEST_NAME ? 0 : bonus(word.length, common);
}

const endOf = (at: number): number => at + NODE_BYTES + names.readUIntLE(at + LENGTH_AT, LENGTH_BYTES);

/** Known names that may have been heard as these letters, likeliest first. */
export function namesLike(heard: string): readonly string[] {
  if (heard.length < SHORTEST_NAME || heard.length > LONGEST_NAME) return [];
  const found: { readonly name: string; readonly score: number }[] = [];
  const search = (from: number, to: number, begin: string, costs: Float64Array): void => {
    for (let at = from; at < to; at = endOf(at)) {
      const next = new Float64Array(costs.length);
      if (addLetter(costs, names[at] ?? 0, heard, next) > FARTHEST_NAME) continue;
      const name = begin + String.fromCharCode(names[at] ?? 0);
      const common = names[at + COMMON_AT] ?? 0;
      const cost = next[heard.length] ?? Infinity;
      if (common > 0 && cost <= FARTHEST_NAME) found.push({ name, score: bonus(name.length, common) - cost });
      search(at + NODE_BYTES, endOf(at), name, next);
    }
  };
  search(0, names.length, '', costsOfNothing(heard));
  return found
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}
