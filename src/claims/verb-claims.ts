import type { Clause, ReadSentence } from './clauses.js';
import { singular, type ToolClaims } from './tool-claims.js';
import { FINISHING, MAKING, STRONG, type Verb, verbOf } from './verbs.js';

/** What a clause says of a verb's act. */
export interface VerbClaim {
  readonly kind: 'done' | 'running' | 'denied';
  readonly base: string;
  /** The subject is "I" or "we", or a thing of the caller. */
  readonly isOwn: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const ADVERBS = set(
  'just already also now successfully then actually indeed all both officially gladly happily safely immediately personally automatically currently presently yet still finally therefore here right',
);
const OPENERS = set(
  'okay ok great perfect all yes right sure alright so and done wonderful lovely excellent good fine there',
);
const BE = set('is are am was were got get gets');
const MODALS = set(
  'can could may might would will shall should must to cannot need want like wanted let please',
);
const HEARSAY = set('said told mentioned think thought believe asked wanted say says claims');
const CONDITIONS = set('if whether once when unless until before after provided whenever');
const AGO = /\b(?:yesterday|last|previously|formerly|(?:days?|weeks?|months?|years?) ago)\b/;
const THINGS = set('it that this everything those both these');
const OBJECTS = set('you it that this everything them him her');
const FOLLOWERS = set('for you your it that in under at on to the by with as');
const CANNOT =
  /(?:^| )(?:i|we) (?:(?:did|could) not|(?:was|were|have) not (?:been )?able to|(?:was|were) unable to|failed to)(?: \p{L}+ly)?$/u;

/** The claims of a clause about what was done. @param continues Whether the clause before it was such a claim. */
export function verbClaims(
  { words }: Clause,
  sentence: ReadSentence,
  tools: readonly ToolClaims[],
  continues: boolean,
): VerbClaim[] {
  if (AGO.test(words.join(' '))) return [];
  return words.flatMap((word, at) => {
    const verb = verbOf(word) ?? tools.map(({ ownForms }) => ownForms.get(word)).find(Boolean);
    // "I did not book it": the verb comes later.
    if (!verb || (word === 'did' && !/^(it|that|so|this)$/.test(words[at + 1] ?? '')) || isOpen(words, at))
      return [];
    const reading = new VerbReading(words, at, verb, sentence, tools);
    const found = reading.claim(continues);
    return found ? [{ ...found, base: verb.base }] : [];
  });
}

/** It is only said under a condition, or as somebody else's words. */
function isOpen(words: readonly string[], at: number): boolean {
  const isSaid = words.slice(0, at).some((word, index) => {
    if (CONDITIONS.has(word)) return true;
    return HEARSAY.has(word) && !/^(i|we)$/.test(words[index - 1] ?? '');
  });
  // "I booked it a moment before" names no condition.
  return (
    isSaid ||
    words.slice(at + 1, -1).some((word, index) => CONDITIONS.has(word) || isSoon(words, at + 1 + index))
  );
}

const isSoon = (words: readonly string[], at: number): boolean =>
  words[at] === 'soon' && words[at - 1] === 'as';

type Found = Omit<VerbClaim, 'base'> | undefined;

/** Reads the words before one verb. */
class VerbReading {
  private isNegated = false;

  constructor(
    private readonly words: readonly string[],
    private readonly at: number,
    private readonly verb: Verb,
    private readonly sentence: ReadSentence,
    private readonly tools: readonly ToolClaims[],
  ) {}

  claim(continues: boolean): Found {
    const { forms } = this.verb;
    const before = this.skipAdverbs(this.at - 1);
    if (forms.includes('present')) return this.running(before);
    const isPast = forms.includes('past') || forms.includes('participle');
    if (isPast && !forms.includes('base')) return this.past(before, continues);
    if (forms.includes('participle')) return this.past(before, false) ?? this.cannot();
    return this.cannot();
  }

  private cannot(): Found {
    const said = this.words.slice(0, this.at).join(' ');
    return CANNOT.test(said) ? { kind: 'denied', isOwn: true } : undefined;
  }

  private word(at: number): string {
    return this.words[at] ?? '';
  }

  private skipAdverbs(from: number): number {
    let at = from;
    for (;;) {
      const word = this.word(at);
      if (word === 'not' || word === 'never') this.isNegated = true;
      else if (!ADVERBS.has(word)) return at;
      at -= 1;
    }
  }

  private running(before: number): Found {
    const aux = this.word(before);
    const next = this.word(this.at + 1);
    if (aux === 'am' || aux === 'are') {
      const subject = this.word(this.skipAdverbs(before - 1));
      const isOwn = /^(i|we)$/.test(subject);
      return isOwn && !this.isNegated ? { kind: 'running', isOwn } : undefined;
    }
    const isAlone =
      this.isOpening(before) && (/^(you|your|that|it)$/.test(next) || this.words.includes('now'));
    return isAlone ? { kind: 'running', isOwn: true } : undefined;
  }

  private past(before: number, continues: boolean): Found {
    const aux = this.word(before);
    const isParticiple = this.verb.forms.includes('participle');
    if (aux === 'been' && isParticiple) {
      const have = this.skipAdverbs(before - 1);
      return /^(have|has)$/.test(this.word(have)) ? this.passive(have, 'done') : undefined;
    }
    if (aux === 'being' && isParticiple) return this.passive(this.skipAdverbs(before - 1), 'running');
    if (aux === 'have' || aux === 'has') {
      const subject = this.word(this.skipAdverbs(before - 1));
      return /^(i|we)$/.test(subject) ? this.done(true) : undefined;
    }
    if (BE.has(aux) && isParticiple) return this.isPolicy(aux) ? undefined : this.passive(before, 'done');
    if (/^(i|we)$/.test(aux) && this.verb.forms.includes('past') && !this.verb.forms.includes('base'))
      return this.done(true);
    if (isParticiple && this.isHeldObject(before)) return this.done(true);
    if (!isParticiple || !this.isOpening(before)) return undefined;
    const next = this.word(this.at + 1);
    return continues || next === '' || FOLLOWERS.has(next) ? this.done(true) : undefined;
  }

  /** "I have got you booked", "I have your table reserved". */
  private isHeldObject(before: number): boolean {
    const start = OBJECTS.has(this.word(before)) ? before : this.determiner(before);
    if (start < 0) return false;
    const held = this.skipAdverbs(start - 1);
    if (!/^(have|got)$/.test(this.word(held))) return false;
    const subject = this.skipAdverbs(held - 1);
    const earlier =
      this.word(subject) === 'have' ? this.word(this.skipAdverbs(subject - 1)) : this.word(subject);
    return /^(i|we)$/.test(earlier);
  }

  /** "Your order is shipped within two days." */
  private isPolicy(aux: string): boolean {
    return (
      /^(is|are)$/.test(aux) &&
      this.words.slice(this.at).some((word) => /^(within|usually|normally|always)$/.test(word))
    );
  }

  private done(isOwn: boolean): Found {
    return { kind: this.isNegated ? 'denied' : 'done', isOwn };
  }

  private passive(aux: number, kind: 'done' | 'running'): Found {
    const end = this.skipAdverbs(aux - 1);
    const subject = this.word(end);
    if (subject === '' || MODALS.has(subject)) return undefined;
    if (subject === 'nothing') return { kind: 'denied', isOwn: true };
    const negated = this.isNegated ? 'denied' : kind;
    if (subject === 'you') return { kind: negated, isOwn: true };
    const your = this.determiner(end);
    if (your >= 0) return { kind: negated, isOwn: true };
    if (this.sentence.isRegret && !this.isNegated) return undefined;
    if (THINGS.has(subject)) return { kind: negated, isOwn: false };
    const from = this.words
      .slice(Math.max(0, end - REACH), end)
      .findLastIndex((word) => /^(the|that|this|a|an|no)$/.test(word));
    if (from < 0) return undefined;
    const start = Math.max(0, end - REACH) + from;
    const noun = this.words.slice(start + 1, end + 1).map(singular);
    const isTools = noun.some((word) =>
      this.tools.some(({ nouns, isReading }) => !isReading && nouns.has(word)),
    );
    if (!isTools) return undefined;
    return { kind: this.word(start) === 'no' ? 'denied' : negated, isOwn: false };
  }

  /** Where "your" stands before a noun; -1 if it does not. */
  private determiner(end: number): number {
    const start = Math.max(0, end - REACH);
    const at = this.words.slice(start, end).lastIndexOf('your');
    return at < 0 ? -1 : start + at;
  }

  private isOpening(before: number): boolean {
    return this.words.slice(0, before + 1).every((word) => OPENERS.has(word) || ADVERBS.has(word));
  }
}

/** Words between "your" and the verb: "your table for four on Friday evening is". */
const REACH = 10;

/** The tools that a claim with this verb can be about; undefined if it is no claim about tools. */
export function toolsOf(
  { base, isOwn, kind }: VerbClaim,
  words: ReadonlySet<string>,
  tools: readonly ToolClaims[],
): readonly ToolClaims[] | undefined {
  const isAbout = ({ nouns }: ToolClaims) => [...words].some((word) => nouns.has(word));
  const effects = tools.filter(({ isReading }) => !isReading);
  const doing = effects.filter(({ verbs }) => verbs.has(base));
  const about = (doing.length > 0 ? doing : FINISHING.has(base) || MAKING.has(base) ? effects : []).filter(
    isAbout,
  );
  if (about.length > 0) return about;
  if (doing.length > 0) return doing;
  if (FINISHING.has(base) && !MAKING.has(base) && kind !== 'denied' && isOwn && effects.length > 0)
    return effects;
  if (ACTIVE_READS.has(base)) {
    const reading = tools.filter(({ isReading }) => isReading);
    return reading.length > 0 && kind !== 'denied' ? reading : undefined;
  }
  return STRONG.has(base) && isOwn && kind !== 'denied' ? [] : undefined;
}

const ACTIVE_READS = set('check search look verify review fetch pull query');
