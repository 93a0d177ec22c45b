import type { Meaning } from '../overlap-evidence.js';

/** How much of its words the caller had heard from the agent at that time. Both are empty if unknown. */
export interface AgentProgress {
  readonly said: string;
  readonly unsaid: string;
}

export const NOTHING_SAID: AgentProgress = { said: '', unsaid: '' };

type Phrases = readonly (readonly string[])[];
const phrases = (list: string): Phrases => list.split(',').map((phrase) => phrase.trim().split(' '));

const TICS = phrases('um, uhm, uh, er, erm, eh, hmm, hm, hum, ah, oh, ooh, m, well, so, and, like');
const LISTENING: Phrases = [
  ...TICS,
  ...phrases(
    'mm, mmm, mhm, mmhm, mm hmm, mm hm, uh huh, uhhuh, huh, aha, a ha, okay, ok, o k, right, alright',
  ),
  ...phrases(
    'all right, yes, yeah, yep, yup, sure, for sure, of course, exactly, absolutely, definitely, indeed',
  ),
  ...phrases(
    'certainly, totally, true, so true, correct, agreed, i agree, you are right, great, good, fine, cool',
  ),
  ...phrases(
    'very good, very nice, very well, very interesting, nice, wow, lovely, brilliant, perfect, wonderful',
  ),
  ...phrases(
    'excellent, fantastic, amazing, awesome, super, interesting, really, gotcha, got it, got you, i got it',
  ),
  ...phrases(
    'understood, noted, fair, fair enough, not bad, no way, no problem, no worries, good idea, good to know',
  ),
  ...phrases(
    'i see, i know, i understand, i hear you, i get it, i bet, i guess, i think so, makes sense, make sense',
  ),
  ...phrases(
    'that makes sense, it makes sense, that works, works for me, sounds good, sounds great, sounds nice',
  ),
  ...phrases(
    "sounds fine, that's good, that's fine, that's right, that's great, that's true, that's nice, that's cool",
  ),
  ...phrases(
    "that's okay, that's correct, that's lovely, that's wonderful, that's awesome, that's interesting",
  ),
  ...phrases(
    "it's fine, it's okay, oh no, oh dear, oh my, goodness, gosh, thank you, thanks, cheers, thank you so much",
  ),
  ...phrases('thank you very much, thanks a lot'),
];
const HOLD = phrases(
  `hold on, hang on, hold on a second, hold the line, bear with me, wait a second, wait a moment, wait a minute, wait a sec, one second,
  one moment, one minute, one sec, a second, a moment, a minute, a sec, just a second, just a moment, just a minute, just a sec, just one second,
  just one moment, give me a second, give me a moment, give me a minute, give me a sec, i'll be right back, be right back`,
);
const HELLO = phrases(
  `can you hear me, do you hear me, are you there, are you still there, is anyone there, is anybody there, is someone there, anybody there`,
);
const GO_ON = phrases(
  `go on, go ahead, continue, carry on, keep going, please continue, i'm back, i'm here, i'm listening, i'm ready, keep talking`,
);
const POLITE = phrases('please, sorry, for me, for a second, for a moment, now, yes, yeah, okay, ok, right');
const GREETING = phrases('hello, hi, hey');

const CORRECTION =
  /^(oh |um |uh |well |sorry )*(no|nope|nah|not|wrong|actually|i said|i meant|that's (not|wrong))\b/;
/** A "no" asks for the floor, although "no problem" may follow. */
const ENDS_WITH_NO = /\bno$/;
const NO_THANKS =
  /^(oh |um |uh |well )*(no|nope|nah)( no| thanks| thank you| please| not really| i'm fine)*$/;

/** Words that make a sentence a request, at its start or within it. */
const REQUESTS = new Set(
  `stop wait hello sorry what pardon enough hey operator help quiet hold hang excuse actually listen but repeat again person question why where
  when how who can could do let cancel never quit slower slow louder no`.split(/\s+/),
);

/** This many consecutive words of the agent's current speech are its echo or a repetition. */
const OWN_WORDS = 3;
/** The agent's current speech: this many words before the caller spoke, and after. */
const OWN_WITHIN = 12;

/** The agent may say this many words after a question and still get an answer to it. */
const WORDS_AFTER_QUESTION = 3;
/** A question may be answered this many words before its end. */
const WORDS_BEFORE_END = 2;

/**
 * Classifies English words.
 * @param mayBeCut Whether the last word may be incomplete, and more may follow.
 * @returns Undefined without words.
 */
export function meaningOf(text: string, progress: AgentProgress, mayBeCut = false): Meaning | undefined {
  const words = wordsIn(text);
  if (words.length === 0) return undefined;
  const spoken = words.join(' ');
  const { said, unsaid } = progress;
  const isAnswer = said !== '' && asksLast(progress);
  if (!isAnswer && areOwn(words, progress, mayBeCut)) return 'backchannel';
  if (isAnswer && NO_THANKS.test(spoken)) return 'answer';
  if (isMadeOf(words, HOLD, [...TICS, ...POLITE])) return 'hold';
  if (isMadeOf(words, HELLO, [...TICS, ...GREETING, ...POLITE])) return 'hello';
  if (unsaid !== '' && isMadeOf(words, GREETING, TICS)) return 'hello';
  if (isMadeOf(words, GO_ON, LISTENING)) return isAnswer ? 'answer' : unsaid === '' ? 'words' : 'go-on';
  if (isMadeOf(words, TICS, [])) return 'backchannel';
  if (isMadeOf(words, LISTENING, [], mayBeCut && !ENDS_WITH_NO.test(spoken)))
    return isAnswer ? 'answer' : 'backchannel';
  if (said !== '' && CORRECTION.test(spoken)) return 'correction';
  return words.some((word) => REQUESTS.has(word)) ? 'request' : 'words';
}

/** True if the words only ask the agent to continue. */
export function listens(meaning: Meaning | undefined): boolean {
  return meaning === 'backchannel' || meaning === 'go-on';
}

/** Number of words, without hums. */
export function countWords(text: string): number {
  return wordsIn(text).filter((word) => !TICS.some(([tic]) => word === tic)).length;
}

/** Whether a document is in English, the only language classified here; English is the default. */
export function isEnglish(languageCode = 'en'): boolean {
  return /^en\b/i.test(languageCode);
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

function areOwn(words: readonly string[], { said, unsaid }: AgentProgress, mayBeCut: boolean): boolean {
  if (words.length < OWN_WORDS) return false;
  const own = [...wordsIn(said).slice(-OWN_WITHIN), ...wordsIn(unsaid).slice(0, OWN_WITHIN)].join(' ');
  return ` ${own} `.includes(` ${words.join(' ')}${mayBeCut ? '' : ' '}`);
}

/** True if the caller has just heard a question, or almost all of it, or little more after it. */
function asksLast({ said, unsaid }: AgentProgress): boolean {
  const nearly = `${said} ${unsaid.split(' ').slice(0, WORDS_BEFORE_END).join(' ')}`;
  const question = nearly.lastIndexOf('?');
  return question >= 0 && wordsIn(nearly.slice(question)).length <= WORDS_AFTER_QUESTION + WORDS_BEFORE_END;
}

/**
 * Whether words can be split into phrases, at least one of them from the first list.
 * @param mayBeCut Whether the last phrase may be incomplete.
 */
function isMadeOf(words: readonly string[], needed: Phrases, beside: Phrases, mayBeCut = false): boolean {
  const all = [
    ...needed.map((phrase) => ({ phrase, counts: true })),
    ...beside.map((phrase) => ({ phrase, counts: false })),
  ];
  /** For the words before each position: whether they consist of phrases, and whether a needed one is among them. */
  const reached: (boolean | undefined)[] = [false];
  words.forEach((_, at) => {
    const before = reached[at];
    if (before === undefined) return;
    for (const { phrase, counts } of all) {
      const end = Math.min(at + phrase.length, words.length);
      const isWhole = end - at === phrase.length;
      const fits = phrase.slice(0, end - at).every((word, index) => {
        const heard = words[at + index] ?? '';
        const isLast = mayBeCut && at + index === words.length - 1 && heard.length > 1;
        return word === heard || (isLast && word.startsWith(heard));
      });
      if (fits && (isWhole || mayBeCut)) reached[end] = (reached[end] ?? false) || before || counts;
    }
  });
  return reached[words.length] === true;
}
