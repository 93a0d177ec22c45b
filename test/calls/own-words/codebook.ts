/**
 * Each caller says three words per turn that only it has. The third follows from the first two, so one misheard word
 * never gives another caller's code.
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

/** The code book's size. */
const MOST_CALLERS = 100;

/** One caller's codes for its first and second turn. */
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

/** The caller's sentence for a code. */
export const asked = (code: string): string => `please remember ${code}`;

/** The agent's reply for a code. */
export const answered = (code: string): string => `You said: ${code}.`;

const ALL = Array.from({ length: MOST_CALLERS }, (_, caller) => ownWords(caller));

/** All caller sentences, to prepare a recognizer. */
export const CODES: readonly string[] = ALL.flatMap(({ first, second }) => [first, second]);

/**
 * The codes in a text, in order; words that form no code are skipped. A recognizer may insert a word within a code
 * ("elephant to banana", "chicago's"), which belongs to no code.
 */
export function codesIn(text: string): string[] {
  const words = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => WORDS.has(word));
  return words.flatMap((_, at) => {
    const candidate = words.slice(at, at + 3).join(' ');
    return KNOWN.has(candidate) ? [candidate] : [];
  });
}

const KNOWN = new Set(CODES);

/** The words of all codes. */
export const WORDS: ReadonlySet<string> = new Set(CODES.flatMap((code) => code.split(' ')));
