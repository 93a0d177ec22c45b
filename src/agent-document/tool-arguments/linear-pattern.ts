import { RE2JS } from 're2js';

/** Longest pattern, in characters. */
const MAX_PATTERN_LENGTH = 256;
/** Instructions of a compiled pattern; at worst a match runs through all of them for each character. */
const MAX_PROGRAM_SIZE = 200;
/** Most instructions that one character of a pattern compiles to, without repetition. */
const INSTRUCTIONS_A_CHARACTER = 2;

/** A regular expression with linear-time matching (RE2), so that nobody can write one that never ends. */
export interface LinearPattern {
  /** Upper bound of the work for a text, in instructions. */
  costOf(text: string): number;
  /** Whether the pattern matches anywhere in the text, as JSON Schema defines it. */
  isFoundIn(text: string): boolean;
}

/** The pattern, or its problem in words that complete "pattern …". */
export function compilePattern(source: string): LinearPattern | string {
  if (source.length > MAX_PATTERN_LENGTH) return `must have at most ${MAX_PATTERN_LENGTH} characters`;
  if (estimatedSize(source) > MAX_PROGRAM_SIZE * INSTRUCTIONS_A_CHARACTER) return 'repeats too much';
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

/**
 * The length of the pattern with its counted repetitions written out, known before it is compiled, because
 * compiling is what takes long. Characters of a class count one by one, which overestimates their cost.
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
