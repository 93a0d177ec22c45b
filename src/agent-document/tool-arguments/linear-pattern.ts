import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Longest pattern, in characters. */
const MAX_PATTERN_LENGTH = 256;
/** Maximum instructions of a compiled pattern. At worst, a match runs all of them for each character. */
const MAX_PROGRAM_SIZE = 200;
/** Most instructions that one character of a pattern compiles to, without repetition. */
const INSTRUCTIONS_A_CHARACTER = 2;
/** Maximum characters in the ranges of a case-insensitive pattern: compiling it visits each of them. */
const MAX_FOLDED = 1_000;
/** Maximum compiled patterns in the cache. */
const MAX_KEPT = 1_000;

/** A regular expression with linear-time matching (RE2), so that no pattern can run forever. */
export interface LinearPattern {
  /** Upper bound of the work for a text, in instructions. */
  costOf(text: string): number;
  /** Whether the pattern matches anywhere in the text, as JSON Schema defines it. */
  isFoundIn(text: string): boolean;
}

const compiledPatterns = new LRUCache<string, LinearPattern | string>({ max: MAX_KEPT });

/** The pattern, or its problem in words that complete "pattern …". */
export function compilePattern(source: string): LinearPattern | string {
  if (source.length > MAX_PATTERN_LENGTH) return `must have at most ${MAX_PATTERN_LENGTH} characters`;
  const known = compiledPatterns.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  compiledPatterns.set(source, compiled);
  return compiled;
}

function compile(source: string): LinearPattern | string {
  if (estimatedSize(source) > MAX_PROGRAM_SIZE * INSTRUCTIONS_A_CHARACTER) return 'repeats too much';
  if (IGNORES_CASE.test(source) && charactersInRanges(source) > MAX_FOLDED) {
    return `must have at most ${MAX_FOLDED} characters in its ranges where it ignores case`;
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return 'must be a regular expression of RE2: without look-around and back references';
  }
  const size = compiled.programSize();
  if (size > MAX_PROGRAM_SIZE) return 'repeats too much';
  return {
    costOf: (text) => size * (text.length + 1),
    isFoundIn: (text) => compiled.matcher(text).find(),
  };
}

/** Unicode classes such as `\p{L}`: each has hundreds of ranges, which are slow to compile. */
export const unicodeClassesIn = (source: string): number => source.match(/\\p/gi)?.length ?? 0;

const IGNORES_CASE = /\(\?[a-zA-Z]*i/;

const RANGE = (() => {
  const one = String.raw`(\\x\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\])`;
  return new RegExp(`${one}-${one}`, 'gsu');
})();

/** Overestimates, because it does not look for brackets. */
function charactersInRanges(source: string): number {
  return [...source.matchAll(RANGE)].reduce(
    (sum, [, first = '', last = '']) => sum + Math.max(0, codePointOf(last) - codePointOf(first)),
    0,
  );
}

function codePointOf(written: string): number {
  const hex = /^\\[xu]\{?([0-9A-Fa-f]+)\}?$/.exec(written)?.[1];
  return hex === undefined ? ([...written].at(-1)?.codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}

/**
 * The pattern's length with counted repetitions expanded, estimated before compiling, which is the slow part.
 * Characters of a class count one by one, which overestimates their cost.
 */
function estimatedSize(source: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (let index = 0; index < source.length; index++) {
    const char = source[index];
    const times = char === '{' ? repetitionAt(source, index) : undefined;
    if (times !== undefined) {
      sum += last * (times.most - 1);
      last *= times.most;
      index = times.end;
    } else if (char === '(') {
      outer.push(sum);
      sum = 0;
    } else if (char === ')') {
      last = sum + 1;
      sum = (outer.pop() ?? 0) + last;
    } else {
      if (char === '\\') index++;
      last = 1;
      sum++;
    }
  }
  return sum + outer.reduce((all, part) => all + part, 0);
}

function repetitionAt(
  source: string,
  index: number,
): { readonly most: number; readonly end: number } | undefined {
  const match = /^\{(\d{1,9})(,(\d{0,9}))?\}/.exec(source.slice(index, index + 24));
  if (!match) return undefined;
  return { most: Math.max(Number(match[1]), Number(match[3] || 0), 1), end: index + match[0].length - 1 };
}
