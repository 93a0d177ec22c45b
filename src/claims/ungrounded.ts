import { type StatedValue, statedValues } from '../forms/index.js';
import type { ClaimSources } from './claim-sources.js';

/** Numbers that count what is being said. */
const OF_TALK =
  /^(?:options?|choices?|things?|questions?|ways?|steps?|possibilities|details?|points?|parts?|of|more|digits?|letters?)$/;
const EXAMPLE = /\b(?:for example|for instance|e\.g\.|such as)/i;
const LEAST_NUMBER = 3;
const WEEKDAYS = /^(?:on |this |next |every )*(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/i;
/** "It takes a few minutes", "give me ten seconds". */
const SHORT = /^PT(?:\d{1,2}S|[1-5]M)$/;

/**
 * The dates, times, amounts and numbers of a sentence that no source has. A question states nothing but its prices.
 */
export function ungrounded(sentence: string, sources: ClaimSources): StatedValue[] {
  const isQuestion = /\?["')\]]*\s*$/.test(sentence);
  const isExample = EXAMPLE.test(sentence);
  return statedValues(sentence, sources.context).filter((value) => {
    if (value.kind !== 'money' && (isQuestion || isExample)) return false;
    return !isOfTalk(value) && !isHouse(value, sentence) && !sources.holds(value);
  });
}

/** "At 12 Bridge Street" is no time. */
const isHouse = ({ kind, text }: StatedValue, sentence: string): boolean =>
  kind === 'time' &&
  /^at \d{1,4}$/.test(text) &&
  (text.length > 6 || /^ \p{Lu}/u.test(sentence.slice(sentence.indexOf(text) + text.length)));

function isOfTalk({ kind, values, noun, text }: StatedValue): boolean {
  const [value = ''] = values;
  if (kind === 'duration') return SHORT.test(value);
  // A prompt that names two weekdays means those between them, too.
  if (kind === 'date') return WEEKDAYS.test(text);
  return kind === 'number' && (OF_TALK.test(noun) || Math.abs(Number(value)) < LEAST_NUMBER);
}

const CAPITALISED = /(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}'’-]{2,}/gu;
const NO_NAMES = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december english german french spanish italian dutch`.split(/\s+/),
);

/** Names within a sentence that no source has. They are only marked: a caller's name may be spelled in many ways. */
export function unknownNames(sentence: string, sources: ClaimSources): string[] {
  const names = sentence.slice(0, 1_000).match(CAPITALISED) ?? [];
  if (names.length === 0) return [];
  const { all } = sources;
  return names.filter((name) => {
    const word = name.toLowerCase().replace(/['’]s$/, '');
    return !NO_NAMES.has(word) && !all.some(({ words }) => words.has(word));
  });
}
