/** English words that hardly end a sentence: whoever stops after one is thinking. */
const UNFINISHED = new Set(
  (
    'a an and as at because between but by during er erm every for from if in into is my of on or our so than that the ' +
    'their then to uh um until very was when whether whose with without would your'
  ).split(' '),
);

/** "I've", "what's": nobody draws two words together where a sentence ends. */
const DRAWN_TOGETHER =
  /(^|\s)((i|you|we|they|he|she|it|that|there|who|what)'(ve|d|ll|re|s)|i'm|(where|when|how|why)'(s|re|d))$/;

/** What comes before a sentence and says nothing of it. */
const LEAD = '^((and|so|but|well|then|um|uh|okay|please|hello|hi) )*';
/** Verbs that tell nothing without what they are about. */
const TRANSITIVE = '(ask for|book|bring|buy|find|get|give|have|know|make|need|send|show|take|tell|want)';

/** Beginnings that ask for more: a request without what is wanted, a question without its verb. */
const BEGINNINGS = [
  /(^|\s)(tell|give|show|send|let) me$/,
  /(^|\s)i(('d| would)( really)?)? (want|need|like|prefer|have|wonder)$/,
  /(^|\s)(i am|i was wondering|there is|there are|let me know|i want(ed)? to know)$/,
  /(^|\s)(want|need|like|try|trying|wanted|going) to (make|book|know|have|get|see|ask|tell|change|buy|find)$/,
  new RegExp(`${LEAD}(can|could|would|will|do|does|did|are|is|may|should) (you|i|we|it|they|there)$`),
  new RegExp(`${LEAD}(can|could|would|will|do|does|did|may|should) (you|i|we|they)( please)? ${TRANSITIVE}$`),
  new RegExp(
    `${LEAD}(who|what|which|where|when|how) (am|are|is|was|were|can|could|would|will|do|does|did|should)$`,
  ),
  /(^|\s)how (much|many|long|far|often)$/,
  /(^|\s)(who|what|which|where|when|how|why) (can|could|would|will|do|does|did|may|should) (i|you|we|it|they|he|she)$/,
  /(^|\s)(what|when|why) (am|are) (i|you|we|they)$/,
];

/** A whole question with its verb and whom it is about, however short: "where are you", but not "when are you". */
const SHORT_QUESTION = new RegExp(
  `${LEAD}(who|what|where|when|how|why) (am|are|is|was|were) (i|you|it|that|this|they|we|he|she)$`,
);
/** Questions of so many words that don't end in the middle of something are whole. */
const QUESTION = new RegExp(`${LEAD}(who|what|which|where|when|how|why)( \\S+){3,}$`);
const YES_OR_NO_QUESTION = new RegExp(
  `${LEAD}(can|could|will|do|does|did|are|is|may|should) (you|i|we|it|they|there)( \\S+){3,}$`,
);
/** Answers after which nobody goes on. */
const ANSWER =
  /^(yes please|no thanks|no thank you|that'?s (all|it|right|correct)|thank you( very much)?|thanks a lot|(good)?bye( bye)?)$/;
/** A question that ends in one of these may go on, or isn't worth the risk. */
const OPEN = new Set(
  (
    'about am any are can could did do does each every first have he how i it its kind many more most much next not one ' +
    'other she should some there they very we were what where which who whose why will you'
  ).split(' '),
);

/** Where "that", "is" and "was" do end something: "repeat that", "how much was that", "how expensive it is". */
const ENDINGS = [
  /(^|\s)(about|cancel|change|check|confirm|do|explain|for|like|need|of|repeat|to|want|with) that$/,
  /(^|\s)(who|what|where|when|why|(how|which)( \S+)?) (is|was) that$/,
  /(^|\s)(who|what|which|where|when|how|why)( \S+){0,6} (it|this|that) (is|was)$/,
];

/** Whether a turn so far sounds as if it went on. */
export function soundsUnfinished(text: string): boolean {
  if (/[.!?]\s*$/.test(text)) return false;
  const said = plain(text);
  if (ENDINGS.some((ending) => ending.test(said))) return false;
  if (UNFINISHED.has(lastOf(said)) || DRAWN_TOGETHER.test(said)) return true;
  return BEGINNINGS.some((beginning) => beginning.test(said));
}

/** Whether a turn so far is a whole question, or an answer that asks for nothing more: nobody goes on after one. */
export function soundsComplete(text: string): boolean {
  if (/\?\s*$/.test(text)) return true;
  const said = plain(text);
  if (ANSWER.test(said) || (SHORT_QUESTION.test(said) && !soundsUnfinished(said))) return true;
  const isQuestion = QUESTION.test(said) || YES_OR_NO_QUESTION.test(said);
  return isQuestion && !OPEN.has(lastOf(said)) && !soundsUnfinished(said);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z'\s]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}

const lastOf = (said: string): string => said.split(' ').at(-1) ?? '';
