/**
 * What each caller says: in each of its two turns three words that together are only its own. The third word
 * follows from the first two, so that one misheard word makes a code of nobody and never that of another caller.
 */

const COLOURS = [
  'purple',
  'yellow',
  'violet',
  'silver',
  'crimson',
  'turquoise',
  'golden',
  'chocolate',
  'scarlet',
  'emerald',
];
const ANIMALS = [
  'elephant',
  'penguin',
  'crocodile',
  'butterfly',
  'monkey',
  'octopus',
  'giraffe',
  'dolphin',
  'tiger',
  'rabbit',
];
const FOODS = [
  'banana',
  'sandwich',
  'potato',
  'cinnamon',
  'spaghetti',
  'vinegar',
  'popcorn',
  'mushroom',
  'pumpkin',
  'lemonade',
];
const CITIES = [
  'chicago',
  'london',
  'barcelona',
  'istanbul',
  'vancouver',
  'amsterdam',
  'budapest',
  'manchester',
  'philadelphia',
  'casablanca',
];
const VEHICLES = [
  'bicycle',
  'helicopter',
  'submarine',
  'ambulance',
  'tractor',
  'motorcycle',
  'locomotive',
  'rocket',
  'airplane',
  'taxi',
];
const MONTHS = [
  'january',
  'february',
  'april',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'tomorrow',
];

/** More callers than this have no words of their own. */
const MOST_CALLERS = 100;

/** The codes of one caller, for its first and its second turn. */
export interface OwnWords {
  readonly first: string;
  readonly second: string;
}

export function ownWords(caller: number): OwnWords {
  return {
    first: codeOf(caller, COLOURS, ANIMALS, FOODS),
    second: codeOf(caller, CITIES, VEHICLES, MONTHS),
  };
}

function codeOf(caller: number, ...[first, second, third]: readonly (readonly string[])[]): string {
  const tens = Math.floor(caller / 10) % 10;
  const units = caller % 10;
  return [first?.[tens], second?.[units], third?.[(tens + units) % 10]].join(' ');
}

/** How a caller says a code. */
export const asked = (code: string): string => `please remember ${code}`;

/** How an agent says it again. */
export const answered = (code: string): string => `You said: ${code}.`;

const ALL = Array.from({ length: MOST_CALLERS }, (_, caller) => ownWords(caller));

/** All that callers may say, so that a recogniser can be prepared for it. */
export const CODES: readonly string[] = ALL.flatMap(({ first, second }) => [first, second]);

/**
 * The codes that stand in a text, in order; words that make no code are nobody's. A recogniser may hear a word between
 * those of a code ("elephant to banana", "chicago's"), which is none of any code.
 */
export function codesIn(text: string): string[] {
  const words = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => WORDS.has(word));
  return words.flatMap((_, at) => {
    const candidate = words.slice(at, at + 3).join(' ');
    return KNOWN.has(candidate) ? [candidate] : [];
  });
}

const KNOWN = new Set(CODES);

/** Of all codes. */
export const WORDS: ReadonlySet<string> = new Set(CODES.flatMap((code) => code.split(' ')));
