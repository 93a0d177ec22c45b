/** Longer sentences are judged by their beginning. */
const MOST_CHARACTERS = 1_000;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'can not'],
  [/\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/'ve\b/g, ' have'],
  [/'re\b/g, ' are'],
  [/'m\b/g, ' am'],
  [/'ll\b/g, ' will'],
  [/\b(it|that|there|everything|what|here|who|which|he|she)'s\b/g, '$1 is'],
  // "The cab's been called", "a driver's heading to you"; not "the driver's seat".
  [/(\p{L})'s(?= (?:been|being|on|in|all|just|now|already|not|\p{L}{2,20}ing|\p{L}{2,20}ed)\b)/gu, '$1 is'],
  [/\bis ((?:just |already |now |all |not )?)been\b/g, 'has $1been'],
];

/** Verbs of two words, as the verb of one word that tools have. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bput (you|them|your call|the call) through\b/g, 'transferred $1'],
  [/\bputting (you|them|your call|the call) through\b/g, 'transferring $1'],
  [/\bhand(ed|ing) (you|them|your call) (?:over|off)\b/g, 'transferr$1 $2'],
  [
    /\b(?:put|got|have) (you|them|it|that|your [\p{L}]+) (?:all )?(?:down|in)(?= (?:for|on|at|under)\b|[.!,]|$)/gu,
    'booked $1',
  ],
  [/\bcalled (it|that|your [\p{L}]+|the [\p{L}]+) off\b/gu, 'cancelled $1'],
  [/\b(have|i|we|just|already) let ((?:the |your |our )?[\p{L}]+) know\b/gu, '$1 informed $2'],
  [/\b(have|i|we|just|already) told (?=(?:the|our) )/g, '$1 informed '],
  [/\bletting ((?:the |your |our )?[\p{L}]+) know\b/gu, 'informing $1'],
  [/\bpass(ed|ing) (?:on|along)\b/g, 'forward$1'],
  [/\bpass(ed|ing) (it|that|this|your [\p{L}]+) (?:on|along)\b/gu, 'forward$1 $2'],
  [/\bset up\b/g, 'arranged'],
];

/** Quotations, which are no claims of the agent. Matches in linear time. */
const QUOTED = /“[^”]*”|"[^"]*"|«[^»]*»/g;

/** Where a clause ends within a sentence. */
const BREAKS =
  /\s*(?:[;–—…]|[:,.!?]+(?=\s|$)|\s-\s|\b(?:but|because|since|so|although|though|now that|and then)\b)\s*/;
/** A new clause after "and": one with a subject or a participle of its own. */
const AND = /\s+and\s+/;
/** What follows is stated, even in a question: "Shall I text you, now that it is booked?" */
const CAUSE = /\b(?:now that|since|because|given that|seeing (?:as|that))\s+[^,]*$/;
const FAILURE =
  /\b(?:fail\p{L}*|declined|rejected|refused|denied|unsuccessful|wrong|errors?|unable|(?:is|are|was) (?:just )?gone|turned (?:it|that|this|us|you) down|timed out|expired)\b/u;
/** It turns a statement into a question about it: "A table for four, is that right?" */
const TAG = /^(?:(?:is|was) (?:that|it|this) )?(?:right|correct|yes|yeah|no)$|^(?:did i|have i|do i)\b/;

export interface Clause {
  readonly words: readonly string[];
  /** It reports a failure: "The transfer was declined." */
  readonly isFailure: boolean;
  /** It asks. A question may also have clauses that state something. */
  readonly isAsked: boolean;
}

export interface ReadSentence {
  /** Lower case, contractions written out, without quotations and emphasis. */
  readonly plain: string;
  readonly clauses: readonly Clause[];
  readonly isQuestion: boolean;
  /** All of it holds only under a condition: "Once you confirm, …", "Please confirm: …". */
  readonly isConditional: boolean;
  /** It brings bad news: "Sorry, that table is booked." */
  readonly isRegret: boolean;
}

/** It asks the caller to confirm what follows. */
const READ_BACK =
  /\b(?:please confirm|to confirm|confirm the following|confirming|let me (?:confirm|repeat))\b/;
const CONDITION =
  /^(?:(?:and|so|but|then|okay|ok|well|yes|no|great|sure)[\s,]+)*(?:if|once|when|whenever|as soon as|unless|until|before|in case|assuming|provided|should you|had i)\b/;
const REGRET = /\b(?:sorry(?! (?:for|about)\b)|unfortunately|afraid|regret|fully|already taken)\b/;

/** A sentence as clauses of plain words. Takes time linear in its length. */
export function readSentence(sentence: string): ReadSentence {
  const text = sentence
    .slice(0, MOST_CHARACTERS)
    .replace(QUOTED, ' ')
    .replace(/[*_`~#>]/g, '')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\b(?:gone|went) ahead and\b/g, 'just');
  const plain = [...CONTRACTIONS, ...PHRASES].reduce(
    (said, [short, long]) => said.replace(short, long),
    text,
  );
  const isQuestion = /\?["')\]]*$/.test(plain);
  const parts = plain.split(BREAKS).filter((part) => part !== '');
  const last = parts.length - 1;
  const isTag = TAG.test(parts[last] ?? '');
  const asks = (at: number) =>
    isQuestion && ((at === last && !CAUSE.test(plain)) || (isTag && at === last - 1));
  const clauses = parts
    .flatMap((part, at) => part.split(AND).map((text) => ({ text, isAsked: asks(at) })))
    .map(({ text, isAsked }) => ({
      words: text.match(/[\p{L}\d][\p{L}\d'@.-]*/gu) ?? [],
      isAsked,
      isFailure: FAILURE.test(text),
    }))
    .filter(({ words }) => words.length > 0);
  return {
    plain,
    clauses,
    isQuestion,
    isConditional: CONDITION.test(plain) || READ_BACK.test(plain),
    isRegret: REGRET.test(plain),
  };
}
