/** Hesitations, with the commas and full stops that recognizers write around them. */
const FILLERS = /[,.]?\s*\b(um+|uh+|er+m?|erm|hm+|mhm|you know|i mean)\b[,.…]*/gi;
/** Repetitions: "I'd like to. Well. I'd like to", "the, the". */
const SAID_TWICE = /\b([\w']+(?: [\w']+){0,2})(?:[,.…]+ | )\1\b/gi;
const ENDS = /(?<=[.?!])\s+/;

/** Only the last sentences of a turn are considered: there callers come to the point. */
const MAX_PARTS = 4;
/** A shorter sentence means little alone: "Hi there.", "One more thing." */
const LEAST_WORDS = 3;
/** Longer turns are rare; only their end counts. */
const MAX_CHARACTERS = 400;

/**
 * The caller's words without fillers: the whole text, and each of its sentences if it has several. Recognizers end
 * sentences at pauses, and callers greet and explain before they ask.
 * @returns Lower case; empty if nothing was said.
 */
export function spokenParts(text: string): string[] {
  const said = withoutFillers(text.slice(-MAX_CHARACTERS));
  const sentences = said.split(ENDS).filter((sentence) => sentence.split(' ').length >= LEAST_WORDS);
  const all = said.replace(/[.…]+(?=\s)/g, '');
  const parts = sentences.length > 1 ? [all, ...sentences.slice(1 - MAX_PARTS)] : [all];
  return [...new Set(parts)].filter((part) => part !== '');
}

function withoutFillers(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(FILLERS, '')
    .replace(SAID_TWICE, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.…]+|[\s,…]+$/g, '');
}

const NEGATED = /\b(not|no|never|nothing|without|cannot|neither)\b|n't\b/;

/** True if the text negates or refuses something. */
export const isNegated = (text: string): boolean => NEGATED.test(text.toLowerCase().replaceAll('’', "'"));

/** A short answer to a question of the agent. */
export type ShortAnswer = 'yes' | 'no' | 'maybe' | 'number';

const POLITE = "(?: (?:please|thanks|thank you|sir|ma'am|that's all|that is all|i'm good|i'm fine))*";
const SHORT_ANSWERS: readonly (readonly [ShortAnswer, RegExp])[] = [
  [
    'yes',
    new RegExp(
      `^(?:(?:oh )?(?:yes|yeah|yep|yup|sure|okay|ok|right|correct|exactly|absolutely|definitely|certainly|of course|please do|go ahead|that's right|that is right|sounds good|i do|i would|i am|all right|alright)(?: (?=[a-z]))?)+${POLITE}$`,
    ),
  ],
  [
    'no',
    new RegExp(
      `^(?:oh )?(?:no|nope|nah|not really|not at the moment|not now|not today|no way|i don't|i do not|i don't think so|nothing else|nothing)(?: (?:no|not really|not at the moment|not now|not today|i don't|i don't think so|nothing else|nothing|it's fine|it's okay))*${POLITE}$`,
    ),
  ],
  [
    'maybe',
    /^(?:maybe|perhaps|possibly|i'm not sure|i am not sure|not sure|i don't know|i do not know|it depends|that depends|i guess|i think so)(?: yes| no| yet)?$/,
  ],
];
const NUMBER_WORDS =
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
  'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple and';
const NUMBERS = new Set(NUMBER_WORDS.split(' '));

/** Undefined if the text has several of these. */
export function shortAnswer(text: string): ShortAnswer | undefined {
  const plain = withoutFillers(text.slice(0, MAX_CHARACTERS))
    .replace(/[.,!?;:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  const found = SHORT_ANSWERS.find(([, pattern]) => pattern.test(plain));
  if (found) return found[0];
  const words = plain.split(' ');
  return words.every((word) => /^\d+$/.test(word) || NUMBERS.has(word)) ? 'number' : undefined;
}
