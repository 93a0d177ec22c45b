import { readOrdinal, readWhole } from './cardinal.js';
import { spokenWords, type Word } from './spoken-words.js';

const YES =
  /^(?:(?:oh|well|ah|okay|ok|and) )*(?:yes|yeah|yep|yup|yah|ya|sure|correct|right|exactly|absolutely|definitely|certainly|affirmative|of course|indeed|okay|ok|fine|perfect|great|do|go ahead|sounds good|that's (?:right|correct|it|fine|good|perfect)|that is (?:right|correct)|it is|i do|i am|i would|i have|we do|we are|why not|mhm|uh huh)\b/;
const NO =
  /^(?:(?:oh|well|ah|okay|ok|and) )*(?:no|nope|nah|not|never|wrong|incorrect|negative|that's (?:wrong|not|incorrect)|that is (?:wrong|not|incorrect)|it isn't|it's not|it is not|i don't|i'm not|i do not|i am not|we don't|we're not|don't|neither|none)\b/;

/** Yes or no, judged by the beginning of the answer; undefined if it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const said = spokenWords(text)
    .map((word) => word.text)
    .join(' ');
  if (/^(no problem|not a problem|no worries|why not)\b/.test(said)) return true;
  if (/^(yeah|yes|right|okay|ok)? ?(no|nope)\b/.test(said) && !/^(yeah|yes) no (problem|worries)/.test(said))
    return false;
  // "I'm not sure", "I don't know".
  if (/\b(not (really )?sure|don't know|no idea|do not know)\b/.test(said)) return undefined;
  if (NO.test(said) || /^(absolutely|definitely|certainly|of course) not\b/.test(said)) return false;
  if (YES.test(said)) return true;
  if (/\b(i'm afraid not|rather not|not really|no thanks?)\b/.test(said)) return false;
  if (/\b(yes|yeah|yep)$/.test(said)) return true;
  return undefined;
}

/** The choice that was named, by its words or by its position: "the second one". Undefined for none or several. */
export function chosen(
  text: string,
  choices: readonly string[],
  words: readonly Word[] = spokenWords(text),
): string | undefined {
  const said = words.map((word) => stem(word.text));
  const all = new Set(said);
  const named = stemsOf(choices);
  const whole = named
    .filter(({ stems: [first] }) => first !== undefined && all.has(first))
    .filter(({ stems }) => contains(said, stems));
  const longest = Math.max(...whole.map(({ stems }) => stems.length));
  const best = whole.filter(({ stems }) => stems.length === longest);
  if (best.length === 1) return best[0]?.choice;
  // "Not the red one, the blue one": the last one counts.
  if (best.length > 1)
    return /\b(not|no|rather|instead|actually|sorry|mean)\b/.test(text.toLowerCase())
      ? lastSaid(said, best)
      : undefined;
  const partly = named.filter(({ stems }) =>
    stems.some((word) => word.length > 2 && all.has(word) && isOnlyIn(word, named)),
  );
  if (partly.length === 1) return partly[0]?.choice;
  return partly.length === 0 ? byPlace(words, choices) : undefined;
}

interface Named {
  readonly choice: string;
  readonly stems: readonly string[];
}

/** By the list of a document, whose form asks for it in each turn. */
const known = new WeakMap<readonly string[], readonly Named[]>();

function stemsOf(choices: readonly string[]): readonly Named[] {
  const named =
    known.get(choices) ??
    choices.map((choice) => ({ choice, stems: spokenWords(choice).map((word) => stem(word.text)) }));
  known.set(choices, named);
  return named;
}

function lastSaid(said: readonly string[], named: readonly Named[]): string | undefined {
  const places = named.map(({ choice, stems }) => ({ choice, at: said.lastIndexOf(stems[0] ?? '') }));
  return places.reduce((last, one) => (one.at > last.at ? one : last)).choice;
}

const isOnlyIn = (word: string, named: readonly Named[]): boolean =>
  named.filter(({ stems }) => stems.includes(word)).length === 1;

const contains = (said: readonly string[], wanted: readonly string[]): boolean =>
  said.some((_word, at) => wanted.every((word, index) => said[at + index] === word));

function stem(word: string): string {
  const one = word.endsWith('s') ? word.replace(/'s$/, '').replace(/(?<=[a-z]{3})(es|s)$/, '') : word;
  return one === 'gray' ? 'grey' : one;
}

function byPlace(words: readonly Word[], choices: readonly string[]): string | undefined {
  const said = words.map((word) => word.text).join(' ');
  if (/\b(the )?last( one)?$/.test(said)) return choices.at(-1);
  for (let at = 0; at < words.length; at += 1) {
    const ordinal = readOrdinal(words, at);
    if (ordinal) return choices[ordinal.value - 1];
    if (/^(number|option|choice)$/.test(words[at]?.text ?? ''))
      return choices[(readWhole(words, at + 1)?.value ?? 0) - 1];
  }
  return undefined;
}
