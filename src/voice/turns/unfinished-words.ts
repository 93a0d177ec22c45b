/** Whether more words will follow: `open` words have to go on, `doubtful` ones may rather than `unclear` ones. */
export type WordsEnd = 'complete' | 'unclear' | 'doubtful' | 'open';

interface Judged {
  /** The model's probability that the words are complete, 0 to 1; absent: grammar alone decides. */
  readonly completeness?: number | undefined;
  /** Other readings of the same sound that are nearly as likely. */
  readonly alternatives?: readonly string[] | undefined;
}

/** English words that rarely end a sentence: a caller who pauses after one is thinking. */
const UNFINISHED = new Set(
  (
    'a although an and as at because between but by during er erm every for from if in into is my of on or our since ' +
    'so than that the their to uh um unless until very was when whether whose with without would your'
  ).split(' '),
);

/** "I've", "what's": contractions do not end a sentence. */
const DRAWN_TOGETHER =
  /(^|\s)((i|you|we|they|he|she|it|that|there|who|what)'(ve|d|ll|re|s)|i'm|(where|when|how|why)'(s|re|d))$/;

/** Filler before a sentence. */
const LEAD = '^((and|so|but|well|then|um|uh|okay|please|hello|hi) )*';
/** Verbs that need an object. */
const TRANSITIVE = '(ask for|book|bring|buy|find|get|give|have|know|make|need|send|show|take|tell|want)';

/** Not "do", which ends questions ("what can you do") and begins requests. */
const MODAL = '(can|could|would|will|does|did|should|may|must)';

/** Incomplete beginnings: a request without its object, a question without its verb. */
const BEGINNINGS = [
  /(^|\s)(tell|give|show|send|let) me$/,
  /(^|\s)i(('d| would)( really)?)? (want|need|like|prefer|have|wonder)$/,
  /(^|\s)(i am|i was wondering|there is|there are|let me know|i want(ed)? to know)$/,
  /(^|\s)i (was wondering|wonder)(?!.* (about|are|can|could|do|how|if|is|what|when|where|whether|which|who|why)\b)/,
  /(^|\s)(that|which|who) (can|could|may|might|must|should|will|would)$/,
  /(^|\s)((need|want|like|trying) to know|tell me|wondering) (how|what|when|where|which|who|why)$/,
  /(^|\s)((and|but|if|or|so|well) then|let me (check|see|think))$/,
  /(^|\s)(because|how|if|what|when|where|whether) (i|you|we|they|he|she)$/,
  /(^|\s)(a|an|some)( very)? (big|good|great|large|little|new|nice|small)$/,
  /(^|\s)(want|need|like|try|trying|wanted|going) to (make|book|know|have|get|see|ask|tell|change|buy|find)$/,
  new RegExp(
    `${LEAD}(can|could|would|will|do|does|did|are|is|may|should) (you|i|we|it|they|there)( please)?$`,
  ),
  new RegExp(
    `${LEAD}(can|could|would|will|do|does|did|may|should) (you|i|we|they)( also| please| really| still)? ${TRANSITIVE}$`,
  ),
  new RegExp(
    `${LEAD}(who|what|which|where|when|how) (am|are|is|was|were|can|could|would|will|do|does|did|should)$`,
  ),
  /(^|\s)how (much|many|long|far|often)$/,
  /(^|\s)(who|what|which|where|when|how|why) (can|could|would|will|do|does|did|may|should) (i|you|we|it|they|he|she)$/,
  /(^|\s)(what|which|how)( \S+){1,4} (can|could|would|will|do|does|did|should) (i|you|we|it|they|he|she)$/,
  /(^|\s)((what|when|why) (am|are) (i|you|we|they)|who am i)$/,
  // "How many people can": the subject and the verb are to come.
  new RegExp(
    `${LEAD}(what|which|where|when|how|why)( \\S+){1,4}(?<! (i|you|we|they|he|she|it|that|this|there)) ${MODAL}$`,
  ),
  // "Does the ticket": so is the verb of a question with a subject.
  new RegExp(`${LEAD}(${MODAL}|is|are|was|were) (a|an|the|my|your|our|his|her|their) \\S+$`),
];

/** A complete question with verb and subject, however short: "where are you", but not "when are you". */
const SHORT_QUESTION = new RegExp(
  `${LEAD}(who|what|where|when|how|why) (am|are|is|was|were) (i|you|it|that|this|they|we|he|she)$|` +
    // "Where in town are you", "how expensive is it": not "what time are you", "how late is it".
    `(^|\\s)(where(abouts)?( \\S+){0,4}|how (big|busy|dear|expensive|far|good|large|old)|(in )?(what|which) (part|street|town|area)( \\S+){0,3}) ` +
    '(are|is|was|were) (you|it|they|he|she)( in| on)?$',
);
/** Questions of this many words are complete, unless they end in the middle of something. */
const QUESTION = new RegExp(`${LEAD}(who|what|which|where|when|how|why)( \\S+){3,}$`);
const YES_OR_NO_QUESTION = new RegExp(
  `${LEAD}(can|could|will|do|does|did|are|is|may|should) (you|i|we|it|they|there)( \\S+){3,}$`,
);
/** Answers that are always complete. */
const ANSWER =
  /^(yes please|no thanks|no thank you|(no )?(that'?s|that is) (all|it|right|correct)|thank you( very much)?|thanks a lot|(good)?bye( bye)?)$/;
/** A question ending in one of these may continue, or is not worth the risk. */
const OPEN = new Set(
  (
    'about am any are can could did do does each every first have he how i it its kind many more most much next not one ' +
    'other she should some there they very we were what where which who whose why will you'
  ).split(' '),
);

/**
 * Cases in which "that", "is" and "was" do end a sentence: "repeat that", "how much was that", "how expensive it is".
 */
const ENDINGS = [
  // "Sell that", but not "I think that", where a clause follows, or "tell the doctor that".
  /(?<!\b(afraid|and|as|believe|but|fact|hear|heard|hope|is|it|know|mean|or|said|say|see|so|sure|than|think|told|understand|was|wondering|(tell|told)( \S+){1,3})) that$/,
  /(^|\s)(who|what|where|when|why|(how|which)( \S+)?) (is|was) that$/,
  /(^|\s)(who|what|which|where|when|how|why)( \S+){0,6} (it|this|that) (is|was)$/,
  /(^|\s)who (am|are|is|was|were|do|does|did) \S+( \S+)? (about|for|from|to|with)$/,
  // "Which street is the restaurant on", "what can you help me with": not "what time do you open on".
  /(^|\s)(what|which)( \S+){1,2} (am|are|is|was|were) (i|you|it|they|we|he|she|the \S+|your \S+) (at|by|for|from|in|on)$/,
  /(^|\s)(what|which|who)( \S+){1,7} (about|deal with|for|help( \S+)? with|talk to|speak to|speaking to|talking to)$/,
  // "Can we come in", "close by".
  /(^|\s)(allowed|check|close|come|drop|get|let (him|me|them|us)|stop|walk) (by|in|on)$/,
];

/** The completeness model is trusted below the first probability and above the second. */
const OPEN_BELOW = 0.15;
const COMPLETE_FROM = 0.6;
/** Fewer words are as often an answer as a beginning ("Tuesday", "yes"): the model cannot decide. */
const LEAST_WORDS_OPEN = 4;
/** Below or above these probabilities the model overrules grammar. */
const SURELY_COMPLETE = 0.75;
const SURELY_OPEN = 0.1;

/** Topics of numbers said digit by digit, and digit words. "A table for two" and "from six to eight" are none. */
const NUMBERED = /\b(account|booking|call|card|code|number|phone|reach|reference|zip)\b/;
const COUNTED = /^(after|and|around|before|by|for|from|of|past|than|till|to|until)$/;
const DIGITS = /^(\d+|zero|oh|one|two|three|four|five|six|seven|eight|nine)$/;
/** Such numbers are rarely shorter. */
const LEAST_DIGITS = 4;

/**
 * Whether words end the turn. In English punctuation is no evidence, because recognizers end every fragment with a full
 * stop or a question mark; in other languages a question mark is the only evidence.
 */
export function endOfWords(
  text: string,
  isEnglish: boolean,
  { completeness, alternatives }: Judged = {},
): WordsEnd {
  if (!isEnglish) return /\?\s*$/.test(text) ? 'complete' : 'unclear';
  if (isHalfNumber(text)) return 'open';
  if (soundsUnfinished(text)) return (completeness ?? 0) < SURELY_COMPLETE ? 'open' : 'unclear';
  // "Some idea of that" may be "some idea of the", cut off.
  if (alternatives?.some(soundsUnfinished)) return 'doubtful';
  if (soundsComplete(text)) return (completeness ?? 1) < SURELY_OPEN ? 'unclear' : 'complete';
  if (completeness === undefined) return 'unclear';
  if (SUBORDINATE.test(plain(text)) && soundsLikePreface(text))
    return completeness < COMPLETE_FROM ? 'open' : 'doubtful';
  if (completeness >= COMPLETE_FROM) return 'complete';
  const said = plain(text);
  const mayBeOpen = said.split(' ').length >= LEAST_WORDS_OPEN && !isEnding(said);
  return completeness < OPEN_BELOW && mayBeOpen ? 'open' : 'unclear';
}

function isHalfNumber(text: string): boolean {
  const said = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const before = said.findLastIndex((word) => !DIGITS.test(word));
  if (COUNTED.test(said[before] ?? '')) return false;
  const digits = said.slice(before + 1);
  const count = digits.reduce((sum, word) => sum + (/\d/.test(word) ? word.length : 1), 0);
  return count > 0 && count < LEAST_DIGITS && NUMBERED.test(said.join(' '));
}

const isEnding = (said: string): boolean => ENDINGS.some((ending) => ending.test(said));

/** True if a partial turn sounds unfinished. */
export function soundsUnfinished(text: string): boolean {
  const said = plain(text);
  if (isEnding(said)) return false;
  if (UNFINISHED.has(lastOf(said)) || DRAWN_TOGETHER.test(said)) return true;
  return BEGINNINGS.some((beginning) => beginning.test(said));
}

/** True if a partial turn is a complete question, or an answer that needs no more words. */
export function soundsComplete(text: string): boolean {
  const said = plain(text);
  if (ANSWER.test(said) || (SHORT_QUESTION.test(said) && !soundsUnfinished(said))) return true;
  const isQuestion = (QUESTION.test(said) && !SUBORDINATE.test(said)) || YES_OR_NO_QUESTION.test(said);
  return isQuestion && !OPEN.has(lastOf(said)) && !soundsUnfinished(said);
}

/** The beginning of a sentence about the caller or their case; the clause that goes before a question. */
const STATEMENT = new RegExp(`${LEAD}(he|her|his|i|it|my|our|she|that|the|there|these|they|this|we)(?='| )`);
const SUBORDINATE = new RegExp(
  `${LEAD}(after|as|because|before|if|since|when|while) (i|it|my|she|he|the|they|we|you)\\b`,
);
/** A wish, or a question after all. */
const ASKS =
  /\b(called?|calling|cancel|goodbye|bye|have to|hoping|like to|looking for|love|need|please|ringing|thanks?|think|want|wants|wonder|wondering|would like|what|where|which|who|how)\b|\b(can|could|do|does|did|may|should|will|would|have) (he|i|it|my|she|that|the|there|they|this|we|you)\b|\b(is|are) (it|that|there|they|this|you)\b/;

/** True if a sentence only states something: often a question follows ("I left my wallet at home, …"). */
export function soundsLikePreface(text: string): boolean {
  const said = plain(text);
  if (said.split(' ').length < LEAST_WORDS_OPEN || soundsComplete(said)) return false;
  return (STATEMENT.test(said) || SUBORDINATE.test(said)) && !ASKS.test(said);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z'\s]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}

const lastOf = (said: string): string => said.split(' ').at(-1) ?? '';
