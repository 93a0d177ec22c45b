import { actOf } from './act-words.js';
import type { Claim } from './agent-claim.js';
import type { Clause, ReadSentence } from './clauses.js';
import { type SentenceTools, singular, type ToolClaims } from './tool-claims.js';
import { baseOf, verbOf } from './verbs.js';

type StateClaim = Pick<Claim, 'kind' | 'tools'>;

const ALL_SET = /\ball (?:now )?(?:set|sorted|done|booked|confirmed|arranged|updated|taken care of)\b/;
/** Where what an agent makes is kept. */
const KEPT = 'system|books?|diary|calendar|schedule|list|queue|works|files?|records?|log|process';
const END = '(?= (?:for|on|at|with|under|from|as|in|by)\\b| $)';
const FINISHED =
  'done|sorted|complete|completed|finished|settled|finalized|finalised|secured|locked in|squared away|wrapped up|taken care of|dealt with|seen to|under ?way|in progress|in hand|in the bag|yours';
const DONE = `(?:${FINISHED}|set|through|good to go|official|in place|in effect|in motion|on (?:its|their|the) way)${END}`;

const UNCHANGED =
  / (?:nothing|no changes?) (?:has|have) (?:been )?(?:changed|done|happened|made)\b| (?:i|we) have not (?:done|changed|touched|made) any(?:thing)? | (?:your|the) (?:\S+ ){1,3}?(?:is|are|remains?|stays?) (?:unchanged|the same|untouched|as (?:it|they) (?:was|were|is|are)) /;
/** Sayings, in a clause without adverbs, that mean that a thing is done. All match in linear time. */
const SAYINGS: readonly RegExp[] = [
  new RegExp(
    `^ (?:(?:everything|it|that|this|they|those|these|you) (?:is|are|was|were|has been) (?:not )?)?${DONE}`,
  ),
  new RegExp(
    ` (?:everything|it|that|this|they|those|these|you) (?:is|are|was|were|has been) (?:not )?${DONE}`,
  ),
  new RegExp(
    ` (?:the|your|that|this) (?:\\p{L}+ ){1,3}?(?:is|are|was|were|has been) (?:not )?(?:${FINISHED})${END}`,
    'u',
  ),
  / you (?:will|should) (?:see|find|receive|get|have) (?:\S+ ){1,5}?(?:in your|shortly|soon|any minute|any moment|waiting) /,
  / look (?:out )?for (?:\S+ ){1,4}?in your /,
  / (?:got|have) (?:it|that|the \p{L}+|your \p{L}+) (?:going|started|rolling) /u,
  UNCHANGED,
  / you (?:are|were|have been) (?:not )?(?:in|down|on)(?= (?:for|on|at|with|under|from|as|to)\b| $)/,
  / (?:that|this) is you (?:in|down|on|set|sorted|done|\p{L}+ed)\b/u,
  / (?:it|that|this|they|everything|(?!have|has)\p{L}{3,}) (?:has |have )?(?:not )?(?:went|gone) (?:in|through|ahead|out|off)\b/u,
  / (?:it|that|they|this) (?:is|are|was|were) (?:not )?(?:in|out|away)(?= (?:for|with|under|as)\b| $)/,
  / (?:it|that|this|they) (?:is|are) (?:not )?on (?:hold|pause|file|record|order)\b/,
  / (?:is|are) (?:coming|heading|headed|driving) (?:over|out|to you|your way)\b/,
  / consider (?:it|that|this|yourself|your \p{L}+) \p{L}+/u,
  / (?:i|we) took care of /,
  / (?:is|are|am|will be) expecting you /,
  / see (?:you|\p{L}+) (?:then|on|at|there|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/u,
  / (?:check|look in|watch) your (?:inbox|email|e-mail|phone|messages) /,
];
const ON_THE_WAY =
  / (?:your|the|a|an|it|they) (?:\S+ ){0,4}?(?:is|are) (?:not )?on (?:its|their|the|my|our|his|her) (?:way|road) /;
/** "Your chair is waiting", "your driver comes on Friday". */
const YOURS =
  / your (?:\S+ ){1,4}?(?:(?:is|are) (?:not )?(?:waiting|ready|coming|heading|secured|locked in|in the bag)|(?:comes|arrives) (?:on|at|in)|will be (?:there|waiting|ready)) /;
const IN_STORE = new RegExp(` (?:in|into|on|with|under) (?:the|our|your) (?:\\p{L}+ )?(?:${KEPT}) `, 'u');
const SUBJECT = / (?:i|we|it|that|this|you|they|there|your|the|nothing|everything) /;

const FINITE = new Set(
  'is are was were has have had will went goes remains stays exists reflects lists covers shows starts takes'.split(
    ' ',
  ),
);
const NOT = new Set(['not', 'no', 'nothing', 'never', 'none']);
const STATE = new Set(
  'in on under with set done complete successful ready waiting active live through good up secure safe yours official final here there out coming heading arriving for at'.split(
    ' ',
  ),
);
const MODAL =
  /\b(?:can|could|may|might|would|shall|should|must|if|whether|once|until|unless|when|to|need|want|please)\b/;
const ADVERBS = new Set(
  'just also now successfully then actually all officially currently finally safely already both indeed certainly definitely immediately still yet so'.split(
    ' ',
  ),
);
/** Words between "your" and the thing, and between it and the verb. */
const REACH = 9;

/** Claims by state: "You are all set", "Your table is waiting", "There is no ticket". */
export function stateClaims(read: ReadSentence, tools: SentenceTools): StateClaim[] {
  if (tools.effects.length === 0 || read.isRegret) return [];
  return read.clauses.flatMap((clause): StateClaim[] => {
    const kind = clause.isAsked ? undefined : stateOf(clause, tools);
    if (kind === undefined || clause.isFailure) return [];
    const { effects, effectsAbout } = tools;
    // "There is a flight", "the flight is at nine": the result of a look-up.
    if (kind.isTold && tools.readingAbout.length > 0)
      return kind.kind === 'done'
        ? [{ kind: 'result', tools: tools.readingAbout.map(({ name }) => name) }]
        : [];
    if (effectsAbout.length === 0 && kind.kind === 'denied' && kind.isKept !== true) return [];
    const about = effectsAbout.length > 0 ? effectsAbout : effects;
    const told = kind.isOfThing ? tools.readingAbout.filter(tellsState) : [];
    return [{ kind: kind.kind, tools: [...about, ...told].map(({ name }) => name) }];
  });
}

/** Tools that search know no state of a booking. */
const tellsState = ({ verbs }: ToolClaims): boolean =>
  !['find', 'search', 'list'].some((verb) => verbs.has(verb));

interface State {
  readonly kind: 'done' | 'denied';
  /** The subject is the object of a tool, so a reading tool may prove it, too. */
  readonly isOfThing: boolean;
  /** It is said of a thing that is not yet the caller's. */
  readonly isTold?: boolean;
  /** It names the place of the entry: a diary, a list. */
  readonly isKept?: boolean;
}

function stateOf({ words }: Clause, tools: SentenceTools): State | undefined {
  const plain = words.filter((word) => !ADVERBS.has(word));
  const text = ` ${plain.join(' ')} `;
  const all = ALL_SET.exec(words.join(' '));
  if (all && !MODAL.test(words.slice(0, -1).join(' ').slice(0, all.index)))
    return { kind: words.includes('not') ? 'denied' : 'done', isOfThing: false };
  const saying = SAYINGS.map((one) => one.exec(text)).find(Boolean);
  if (saying && !MODAL.test(text.slice(0, saying.index))) return saidOf(saying[0]);
  const going = ON_THE_WAY.exec(text) ?? YOURS.exec(text);
  if (going && !MODAL.test(text.slice(0, going.index)))
    return { kind: / not /.test(text) ? 'denied' : 'done', isOfThing: true };
  const kept = IN_STORE.exec(text) ?? inThing(text, tools);
  if (kept && SUBJECT.test(text.slice(0, kept.index + 1)) && !MODAL.test(text.slice(0, kept.index)))
    return { kind: plain.some((word) => NOT.has(word)) ? 'denied' : 'done', isOfThing: false, isKept: true };
  return ofThing(plain, tools, words.includes('still')) ?? ofOwner(plain, tools);
}

function saidOf(saying: string): State {
  const isKept = UNCHANGED.test(saying);
  return { kind: isKept || / not /.test(saying) ? 'denied' : 'done', isOfThing: false, isKept };
}

/** "It is in the diary", where a tool keeps a diary. */
function inThing(text: string, { heads }: SentenceTools): RegExpExecArray | undefined {
  const found =
    / (?:is|are|was|were|went|you|it|that) (?:in|into|on) (?:the|our|your) (?:\p{L}+ )?(\p{L}+) /u.exec(text);
  return found && heads.has(singular(found[1] ?? '')) ? found : undefined;
}

/** "Your table for four is waiting", "the freeze is active", "no ticket exists". */
function ofThing(
  words: readonly string[],
  { heads }: SentenceTools,
  isUnchanged: boolean,
): State | undefined {
  for (const [at, word] of words.entries()) {
    if (!heads.has(singular(word))) continue;
    const ahead = words.slice(0, at);
    const owner = ahead.slice(-REACH).findLast((one) => OWNERS.has(one));
    const isBare = ahead.every((one) => OPENERS.has(one) || heads.has(singular(one)));
    if ((owner === undefined && !isBare) || MODAL.test(ahead.join(' '))) continue;
    const isTold = owner !== 'no' && !isBare && owner !== 'your';
    const after = words.slice(at + 1, at + 1 + REACH);
    const found = ahead.includes('there')
      ? thereIs(owner === 'no' || ahead.some((one) => NOT.has(one)), after)
      : saysState(after, owner === 'no', isUnchanged, isBare);
    if (found) return { kind: found, isOfThing: true, isTold };
  }
  return undefined;
}

function thereIs(isNegated: boolean, after: readonly string[]): State['kind'] | undefined {
  if (isNegated) return 'denied';
  return after.some((one) => isState(one) || one === 'under' || one === 'your') ? 'done' : undefined;
}

/** @param after What follows the thing. @param isBare It has no article: "Booking confirmed." */
function saysState(
  after: readonly string[],
  isNone: boolean,
  isUnchanged: boolean,
  isBare: boolean,
): State['kind'] | undefined {
  const [first = ''] = after;
  if (isBare && after.length <= 2 && (isState(first) || actOf(first) === 'present')) return 'done';
  const verb = after.findIndex((one) => FINITE.has(one));
  if (verb < 0) return undefined;
  const said = after.slice(verb);
  const [finite = '', next = '', third = ''] = said;
  const state = next === 'not' ? third : next;
  const says =
    (BE.test(finite) && (STATE.has(state) || isNone || actOf(state) === 'present')) ||
    (/^(?:has|have)$/.test(finite) && state !== 'been' && actOf(state) !== undefined) ||
    FINITE_STATE.test(`${finite} ${next} ${third}`);
  if (!says) return undefined;
  return isNone || isUnchanged || next === 'not' || said.includes('unchanged') ? 'denied' : 'done';
}

const BE = /^(?:is|are|was|were)$/;
const FINITE_STATE =
  /^(?:will (?:begin|start|arrive|come|be (?:ready|waiting|there|in|set|with))|(?:went|goes) (?:in|through|out|ahead|into)|reflects|exists|remains|stays|takes effect)\b/;
const OWNERS = new Set('your the this that a an our no any'.split(' '));
const OPENERS = new Set(
  'okay ok great perfect all yes right sure alright and good no problem the your'.split(' '),
);
const isState = (word: string): boolean => STATE.has(word) || (word.endsWith('ed') && word.length > 4);

/** "You have a ride on Friday", "the engineers have your ticket", "I have a cab coming". */
function ofOwner(words: readonly string[], { heads, readingAbout }: SentenceTools): State | undefined {
  const have = words.findIndex((word) => word === 'have' || word === 'has' || word === 'got');
  if (have < 1 || MODAL.test(words.slice(0, have).join(' ')) || words[0] === 'do') return undefined;
  const owner = words[have - 1] ?? '';
  const [first = '', ...rest] = words.slice(have + (words[have + 1] === 'got' ? 2 : 1));
  const thing = rest.slice(0, 4).findIndex((word) => heads.has(singular(word)));
  const isAgent = /^(?:i|we)$/.test(owner);
  if (isAgent && /^(?:you|it|that|them|everything)$/.test(first) && rest.some((word) => STATE.has(word)))
    return { kind: 'done', isOfThing: false };
  // "You have got a ride on Friday."
  const isGot = owner === 'you' && words[have + 1] === 'got' && /^(?:a|an|the)$/.test(first);
  if (isGot && readingAbout.length === 0 && rest.some((word) => /^(?:on|at|for)$/.test(word)))
    return { kind: 'done', isOfThing: false };
  if (thing < 0 || NOT.has(first) || actOf(first) !== undefined || verbOf(first)) return undefined;
  const isReady = rest.slice(thing + 1).some((word) => isState(word) || baseOf(word) !== undefined);
  const isTheirs = owner === 'you' ? /^(?:a|an|the|your)$/.test(first) : first === 'your' && !isAgent;
  return isTheirs || (isAgent && isReady && first !== 'any')
    ? { kind: 'done', isOfThing: true, isTold: isAgent }
    : undefined;
}
