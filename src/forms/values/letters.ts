import { readPart } from './digits.js';
import { likeness } from './likeness.js';
import { type Found, followsAny, type Word, wordAt } from './spoken-words.js';

/** The spelling alphabets of NATO and of telephone operators. */
const ALPHABET =
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec ' +
  'romeo sierra tango uniform victor whiskey whisky xray yankee zulu';
const ALPHABET_WORDS = new Map(ALPHABET.split(' ').map((word) => [word, word.charAt(0)] as const));

/** Names and things that people use instead. */
const EXAMPLES =
  `${ALPHABET} apple adam boy cat dog david eagle edward frank fox george harry henry ice isaac jack john king
  kite london lion mary mother nancy nelly orange oliver peter queen robert sugar sam tom uncle umbrella victory william
  yellow zebra`.replace(/\s+/g, '|');
const BEFORE_EXAMPLE = new RegExp(
  String.raw`(?<![\p{L}'])(?!(?:${EXAMPLES})\b)(?:[\p{L}']+[,.]?\s+(?:(?:as|is|us|are|s|was|it's|has|have|had|asked|asks?|adds?|acts?|at)[,.]?\s+)?(?:in|an|and|for)|\p{L}+[sz][aio]n,?)\s+(${EXAMPLES})\b`,
  'giu',
);

const IS_EXAMPLE = new RegExp(`^(?:${EXAMPLES})$`);
/** Words of the alphabet make one that was misheard among them likely. */
const LEAST_OF_ALPHABET = 3;
const FARTHEST = -2.5;
/** Vowels are hardly distinguishable. */
const consonants = (word: string): string => word.replace(/[aeiouwhy]+/g, '-').replace(/[cgkq]+/g, 'k');

/** Corrects words that a recognizer has misheard among those of the alphabet: "Delta, echo, Lena, Calf". */
function withAlphabet(text: string): string {
  const known = text.match(/[\p{L}]{3,}/gu)?.filter((word) => ALPHABET_WORDS.has(word.toLowerCase())) ?? [];
  if (known.length < LEAST_OF_ALPHABET) return text;
  return text.replace(
    /(?<=(?:\p{L}{3,}[\s,.]+|\bin\s))\p{L}{4,}\b(?!'|[,.]?\s+(?:as|is|in|and|for)\b)/gu,
    (word) => {
      const said = word.toLowerCase();
      if (IS_EXAMPLE.test(said)) return word;
      const [near] = [...ALPHABET_WORDS.keys()]
        .map((one) => ({ one, far: likeness(consonants(one), consonants(said)) }))
        .sort((one, other) => other.far - one.far);
      return near && near.far >= FARTHEST ? near.one : word;
    },
  );
}

/** Adds the letters that a recognizer has misheard before an example: "them as in Mike, Ellis in Lima" is M and L. */
export const withExamples = (text: string): string =>
  withAlphabet(text)
    .replace(/(?<=\b(?:it's|that's|is)\s)(?:okay|ok)(?=[,.]?\s+(?:eh|[a-z])\b)/gi, 'o k')
    .replace(/(?<=\b[a-z][,.]?\s)eh\b/gi, 'a')
    .replace(/\bx[,.]?\s+(?:as|is)[,.]?\s+in\s+x\b(?:[\s,.-]+(?:ray|[rae])\b)?/gi, 'x as in xray')
    .replace(BEFORE_EXAMPLE, (_said, example: string) => `${example.charAt(0)} as in ${example}`);

/** Names of letters as recognizers write them. Those that are common words count only among other letters. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  ay: 'a',
  bee: 'b',
  be: 'b',
  cee: 'c',
  see: 'c',
  sea: 'c',
  dee: 'd',
  ee: 'e',
  eff: 'f',
  gee: 'g',
  aitch: 'h',
  haitch: 'h',
  eye: 'i',
  jay: 'j',
  kay: 'k',
  el: 'l',
  ell: 'l',
  em: 'm',
  en: 'n',
  oh: 'o',
  pee: 'p',
  pea: 'p',
  cue: 'q',
  queue: 'q',
  are: 'r',
  ar: 'r',
  ess: 's',
  tee: 't',
  tea: 't',
  you: 'u',
  yu: 'u',
  vee: 'v',
  ex: 'x',
  why: 'y',
  wye: 'y',
  zee: 'z',
  zed: 'z',
};
/** Names of letters that are also first names. */
const FIRST_NAMES = new Set(['jay', 'dee', 'kay', 'el']);

/**
 * A letter; beside one, the name of a letter or a word of the alphabet, because "Mike" alone is a name; or an initial:
 * "are dot smith".
 */
export function isLetterAt(words: readonly Word[], at: number): boolean {
  const isLetter = (near: number) => /^[a-z]$/.test(wordAt(words, near));
  const isAlphabet = (near: number) => ALPHABET_WORDS.has(wordAt(words, near));
  const isBeside = [at - 1, at + 1].some((near) => isLetter(near) || (isAlphabet(at) && isAlphabet(near)));
  const word = wordAt(words, at);
  const isNamed = Object.hasOwn(LETTER_NAMES, word);
  const isInitial = isNamed && !FIRST_NAMES.has(word) && wordAt(words, at + 1) === 'dot';
  return isLetter(at) || isInitial || ((isNamed || isAlphabet(at)) && isBeside);
}

const MARKS: Readonly<Record<string, string>> = { hyphen: '-', dash: '-', apostrophe: "'", space: ' ' };
const AS_IN = ['as in', 'for', 'like', 'is for', 'as'];
/** "As in" after a letter, as recognizers mishear it: "M. S. and Mike". */
const SOUNDS_LIKE_AS_IN = ['s and', 's in', 'is in', 'is and', 'as an', 'as and', 's an'];
const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };

/** A letter: "k", "kilo", "K as in kangaroo", "double l", "double u", "capital K". */
export function readLetter(words: readonly Word[], from: number): Found<string> | undefined {
  const word = wordAt(words, from);
  if (/^(capital|uppercase|lowercase|small|letter)$/.test(word)) {
    const next = readLetter(words, from + 1);
    return next && { ...next, from };
  }
  if (word === 'double' && /^(u|you)$/.test(wordAt(words, from + 1))) return asIn(words, 'w', from, from + 2);
  const times = Object.hasOwn(REPEATS, word) ? REPEATS[word] : undefined;
  if (times !== undefined) {
    const next = readLetter(words, from + 1);
    return next && next.value.length === 1
      ? { value: next.value.repeat(times), from, to: next.to }
      : undefined;
  }
  if (/^\p{L}$/u.test(word)) return asIn(words, word, from, from + 1);
  const named = Object.hasOwn(LETTER_NAMES, word) ? LETTER_NAMES[word] : undefined;
  if (named !== undefined) return asIn(words, named, from, from + 1);
  const spelled = ALPHABET_WORDS.get(word);
  return spelled === undefined ? undefined : { value: spelled, from, to: from + 1 };
}

/** "B as in bravo", "B for bravo": the example must begin with the letter, or it is a word of its own. */
function asIn(words: readonly Word[], letter: string, from: number, end: number): Found<string> {
  if (letter === 'x' && wordAt(words, end) === 'ray') return { value: letter, from, to: end + 1 };
  const link = followsAny(words, end, AS_IN) || likeAsIn(words, end);
  const example = wordAt(words, end + link);
  if (link > 0 && example === 'x' && wordAt(words, end + link + 1) === 'ray')
    return { value: 'x', from, to: end + link + 2 };
  if (link > 0 && example.length > 1 && example.startsWith(letter))
    return { value: letter, from, to: end + link + 1 };
  // A recognizer may mishear the letter, but hardly the example.
  if (link > 1 && followsAny(words, end, ['is for']) === 0 && example.length > 1)
    return { value: example.charAt(0), from, to: end + link + 1 };
  return { value: letter, from, to: end };
}

/** Only before a whole word. */
function likeAsIn(words: readonly Word[], end: number): number {
  const length = followsAny(words, end, SOUNDS_LIKE_AS_IN);
  return wordAt(words, end + length).length > 2 ? length : 0;
}

/** A sequence of letters, digits and marks: "K-O-W-A-L-S-K-I", "A B 1 2", "o hyphen b". */
export function readSpelling(words: readonly Word[], from: number): Found<string> | undefined {
  let value = '';
  let at = from;
  for (;;) {
    const next = readCharacters(words, at, value !== '');
    if (!next) break;
    value += next.value;
    at = next.to;
  }
  return value.replace(/[^\p{L}\d]/gu, '').length < 2 ? undefined : { value, from, to: at };
}

function readCharacters(words: readonly Word[], at: number, isInside: boolean): Found<string> | undefined {
  const word = wordAt(words, at);
  const mark = isInside && Object.hasOwn(MARKS, word) ? MARKS[word] : undefined;
  if (mark !== undefined) return { value: mark, from: at, to: at + 1 };
  const isThen = isInside && /^(then|and)$/.test(word);
  if (isThen) return readCharacters(words, at + 1, false);
  const letter = readLetter(words, at);
  if (letter) return letter;
  return /^(oh|o)$/.test(word) ? undefined : readPart(words, at);
}

/** Capitalized like a name: "O'Brien", "Kowalski". */
export const asName = (text: string): string =>
  text
    .toLowerCase()
    .replace(
      /(^|[\s'’-])(\p{L})/gu,
      (_whole, before: string, letter: string) => before + letter.toUpperCase(),
    );
