/** Replies to unclear speech. The first two take at most a second. */
const NOT_CAUGHT = ["Sorry, I didn't catch that.", 'Could you say that again?', "I didn't get that, sorry."];

/** Replies to questions that are known to have no answer here. */
const NOT_KNOWN = ["I don't know that.", "I can't answer that.", "That I don't know."];

/** Abilities named at once: callers don't remember, or wait for, more than two. */
const NAMED = 2;
const LONGEST_NAME_WORDS = 4;

/** "book-a-table": verbs read better as "booking a table". */
const VERBS = new Set(
  (
    'ask book borrow bring buy call cancel change check collect deliver extend find fix get give join leave make move ' +
    'open order park pay pick print recover register renew rent repair replace report reschedule reserve ' +
    'reset return see sell send ship speak store talk track transfer update use visit'
  ).split(' '),
);
/** Verbs that double their last letter. */
const DOUBLED = /^(get|put|set|ship|swap|plan|stop|begin)$/;

/** The subject of an intent or topic, as said after "I can help with"; undefined if its name does not reveal it. */
export function spokenName(name: string): string | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_/]+/g, ' ')
    .trim()
    .toLowerCase()
    .split(/\s+/);
  const isNothing = words[0] === 'no' || words[0] === 'not';
  if (
    isNothing ||
    words.length > LONGEST_NAME_WORDS ||
    !words.every((word) => /^\p{L}[\p{L}']*$/u.test(word))
  )
    return undefined;
  const [first = '', ...rest] = words;
  return VERBS.has(first) ? [gerundOf(first), ...rest].join(' ') : words.join(' ');
}

function gerundOf(verb: string): string {
  if (DOUBLED.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return verb.endsWith('e') && !verb.endsWith('ee') ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}

/** @param misses Number of earlier misses, to vary the words. */
export const notCaught = (misses: number): string => takenInTurn(NOT_CAUGHT, misses);

/** @param abilities Names from `spokenName`. */
export function notKnown(misses: number, abilities: readonly string[]): string {
  const from = (misses * NAMED) % Math.max(1, abilities.length);
  const named = [...abilities.slice(from), ...abilities.slice(0, from)].slice(0, NAMED);
  const can = named.length > 0 ? ` But I can help with ${named.join(' or ')}.` : '';
  return `${takenInTurn(NOT_KNOWN, misses)}${can}`;
}

/** True if the agent said that it has no answer, even if the caller interrupted it. */
export const isMiss = (said: string): boolean =>
  [...NOT_CAUGHT, ...NOT_KNOWN].some((beginning) => said.startsWith(beginning));

const takenInTurn = (texts: readonly string[], count: number): string => texts[count % texts.length] ?? '';
