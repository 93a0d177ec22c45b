import { SortedLines } from '../tables/sorted-lines.js';
import type { VoiceTables } from '../tables/voice-tables.js';
import { isAlphabetic } from './patterns.js';

const BEGIN = ['-START2-', '-START-'] as const;
const END = ['-END-', '-END2-'] as const;
const WHEN_NOTHING_IS_KNOWN = 'NN';

/**
 * Tags parts of speech (Penn Treebank) with a linear model over a word, its neighbors and the two tags before it
 * (Collins 2002). Words with nearly always the same tag have it in a list.
 */
export class PartOfSpeechTagger {
  private readonly table: SortedLines;
  private readonly tags: readonly string[];

  constructor({ tags, tagNames }: Pick<VoiceTables, 'tags' | 'tagNames'>) {
    this.table = new SortedLines(tags);
    this.tags = tagNames;
  }

  tag(words: readonly string[]): string[] {
    const around = [...BEGIN, ...words.map((word) => this.common(word)), ...END];
    const tags: string[] = [...BEGIN];
    words.forEach((word, at) => {
      tags.push(this.table.get(`tag=${word}`) ?? this.likeliest(featuresOf(word, at, around, tags)));
    });
    return tags.slice(BEGIN.length);
  }

  /** The feature of a word: rare words are represented by their shape. */
  private common(word: string): string {
    const usual = usualForm(word);
    return this.table.has(`known=${usual}`) ? usual : `<${shapeOf(word)}>`;
  }

  private likeliest(features: readonly string[]): string {
    const scores = new Map<string, number>();
    for (const feature of features) {
      const weights = this.table.get(feature);
      if (weights === undefined) continue;
      const items = weights.split(' ');
      for (let at = 0; at < items.length; at += 2) {
        const tag = items[at] ?? '';
        scores.set(tag, (scores.get(tag) ?? 0) + Number(items[at + 1]));
      }
    }
    if (scores.size === 0) return WHEN_NOTHING_IS_KNOWN;
    // Ties go to the last tag in the alphabet.
    return this.tags.reduce((best, tag) => ((scores.get(tag) ?? 0) >= (scores.get(best) ?? 0) ? tag : best));
  }
}

function featuresOf(
  word: string,
  at: number,
  around: readonly string[],
  tagsBefore: readonly string[],
): string[] {
  const near = (distance: number) => around[at + BEGIN.length + distance] ?? '';
  const [tag1, tag2] = [tagsBefore.at(-1) ?? '', tagsBefore.at(-2) ?? ''];
  return [
    'b',
    `s3=${word.slice(-3)}`,
    `p1=${word.slice(0, 1)}`,
    `w=${near(0)}`,
    `sh=${shapeOf(word)}`,
    at === 0 ? 'i0' : 'i+',
    `t-1=${tag1}`,
    `t-2=${tag2}`,
    `t-12=${tag1},${tag2}`,
    `w-1=${near(-1)}`,
    `s3-1=${near(-1).slice(-3)}`,
    `w-2=${near(-2)}`,
    `w+1=${near(1)}`,
    `s3+1=${near(1).slice(-3)}`,
    `w+2=${near(2)}`,
  ];
}

function usualForm(word: string): string {
  if (word.includes('-', 1) && !word.startsWith('-')) return '!HYPHEN';
  if (/^\p{Nd}{4}$/u.test(word)) return '!YEAR';
  return /^\p{Nd}/u.test(word) ? '!DIGITS' : word.toLowerCase();
}

function shapeOf(word: string): string {
  if (isAlphabetic(word)) return shapeOfLetters(word);
  if (/^\p{Nd}+$/u.test(word)) return 'd';
  return [...word.slice(0, 4)]
    .map((character) => (/\p{Nd}/u.test(character) ? 'd' : isAlphabetic(character) ? 'x' : character))
    .join('');
}

function shapeOfLetters(word: string): string {
  if (/^\p{Ll}+$/u.test(word)) return 'x';
  if (/^\p{Lu}+$/u.test(word)) return word.length > 1 ? 'XX' : 'X1';
  return /^\p{Lu}\p{Ll}+$/u.test(word) ? 'Xx' : 'xX';
}
