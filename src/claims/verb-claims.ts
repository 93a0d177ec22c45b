import { actOf } from './act-words.js';
import type { Clause, ReadSentence } from './clauses.js';
import { type SentenceTools, singular } from './tool-claims.js';
import { MAKING, READING, type Verb, verbOf } from './verbs.js';

/** What a clause says of a verb's act. */
export interface VerbClaim {
  readonly kind: 'done' | 'running' | 'denied';
  /** Empty: a verb that no tool has, as in "I have pencilled you in". */
  readonly base: string;
  /** The subject is "I" or "we", or a thing of the caller. */
  readonly isOwn: boolean;
  /** It was done to "you", "it" or "your …". */
  readonly object?: boolean;
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
const CONDITIONS = set('if whether once when unless until provided whenever');
const SEQUENCE = set('before after');
const SUBJECTS = set('i we you your it they');
const AGO = /\b(?:yesterday|last|previously|formerly|(?:days?|weeks?|months?|years?) ago)\b/;
const THINGS = set('it that this everything those both these they');
const OBJECTS = set('you it that this everything them him her your');
/** Where a clause that begins with a verb's -ing form has another verb: "Changing it costs 5 euros." */
const FINITE = set('is are was were will can may would costs cost takes take means requires needs has have');
const FOLLOWERS = set('for you your it that in under at on to by with as successfully');
const CANNOT =
  /(?:^| )(?:i|we) (?:(?:did|could) not|(?:was|were|have) not (?:been )?able to|(?:was|were) unable to|failed to)(?: \p{L}+ly)?$/u;

/** The claims of a clause about acts. @param continues Whether the clause before it was such a claim. */
export function verbClaims(
  { words, isFailure }: Clause,
  sentence: ReadSentence,
  tools: SentenceTools,
  continues: boolean,
): VerbClaim[] {
  if (AGO.test(words.join(' '))) return [];
  return words.flatMap((word, at) => {
    const verb = verbAt(words, at, tools);
    // "I did not book it": the verb comes later.
    if (!verb || (word === 'did' && !/^(it|that|so|this)$/.test(words[at + 1] ?? '')) || isOpen(words, at))
      return [];
    const found = new VerbReading(words, at, verb, sentence, tools).claim(continues);
    if (!found || (isFailure && found.kind === 'running')) return [];
    return [{ ...found, base: verb.base, ...(isFailure && { kind: 'denied' as const }) }];
  });
}

function verbAt(words: readonly string[], at: number, tools: SentenceTools): Verb | undefined {
  const word = words[at] ?? '';
  const known = verbOf(word) ?? tools.effects.find(({ ownForms }) => ownForms.has(word))?.ownForms.get(word);
  if (known) return known;
  const act = isAchieved(words, at) && !ADVERBS.has(word) && word !== 'not' ? 'base' : actOf(word);
  if (act === undefined) return undefined;
  return { base: '', forms: act === 'past' ? ['past', 'participle'] : [act] };
}

/** "I did …", "I managed to …": what follows was done. */
const isAchieved = (words: readonly string[], at: number): boolean =>
  /(?:^| )(?:i|we) (?:did|(?:have )?managed to|(?:was|were|have been) able to)(?: \p{L}+ly)?$/u.test(
    words.slice(Math.max(0, at - 6), at).join(' '),
  );

/** It is only said under a condition, or reported from others. */
function isOpen(words: readonly string[], at: number): boolean {
  const isSaid = words.slice(0, at).some((word, index) => {
    if (CONDITIONS.has(word) || isSequence(words, index)) return true;
    return HEARSAY.has(word) && !/^(i|we)$/.test(words[index - 1] ?? '');
  });
  // "I booked it a moment before" names no condition.
  return (
    isSaid ||
    words.slice(at + 1, -1).some((word, index) => CONDITIONS.has(word) || isSequence(words, at + 1 + index))
  );
}

/** "As soon as …", "before you …"; "the day after tomorrow" is a date. */
const isSequence = (words: readonly string[], at: number): boolean =>
  (words[at] === 'soon' && words[at - 1] === 'as') ||
  (SEQUENCE.has(words[at] ?? '') && SUBJECTS.has(words[at + 1] ?? ''));

type Found = Omit<VerbClaim, 'base'> | undefined;

/** Reads the words before one verb. */
class VerbReading {
  private isNegated = false;

  constructor(
    private readonly words: readonly string[],
    private readonly at: number,
    private readonly verb: Verb,
    private readonly sentence: ReadSentence,
    private readonly tools: SentenceTools,
  ) {}

  claim(continues: boolean): Found {
    const found = this.read(continues);
    if (!found || (this.verb.base === '' && !this.isTangible(found))) return undefined;
    return { object: OBJECTS.has(this.word(this.at + 1)), ...found };
  }

  /** Whether a verb of any meaning is about something that the agent's tools work on. */
  private isTangible({ kind, isOwn }: Exclude<Found, undefined>): boolean {
    const near = this.words.slice(this.at + 1, this.at + 5);
    const isAboutTools = this.words.some((word) => this.tools.heads.has(singular(word)));
    if (kind === 'denied') return isAboutTools;
    return isAboutTools || near.some((word) => OBJECTS.has(word)) || (isOwn && this.words.includes('you'));
  }

  private read(continues: boolean): Found {
    const { forms } = this.verb;
    const before = this.skipAdverbs(this.at - 1);
    if (isAchieved(this.words, this.at) && forms.includes('base')) return { kind: 'done', isOwn: true };
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
    // "The song is playing", "it has started playing".
    const isDoing =
      /^(is|started|begun|began)$/.test(aux) && this.verb.base !== '' && !READING.has(this.verb.base);
    if (isDoing && this.words.slice(0, before).some((word) => this.tools.heads.has(singular(word))))
      return { kind: 'running', isOwn: false };
    const isAlone =
      this.isOpening(before) &&
      (/^(you|your|that|it|this|them|the|a|an)$/.test(next) || this.words.includes('now')) &&
      !this.words.slice(this.at).some((word) => FINITE.has(word));
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
      // "You have booked the house", but not "you have booked with us before".
      const isTheirs = subject === 'you' && /^(your|the)$/.test(this.word(this.at + 1));
      return isTheirs || /^(i|we)$/.test(subject) ? this.done(true) : undefined;
    }
    if (BE.has(aux) && isParticiple) return this.isPolicy(aux) ? undefined : this.passive(before, 'done');
    if (/^(i|we)$/.test(aux) && this.verb.forms.includes('past')) return this.done(true);
    if (isParticiple && this.isHeldObject(before)) return this.done(true);
    // "Okay, noted" only says that it was understood.
    if (!isParticiple || !this.isOpening(before) || this.verb.base === 'note') return undefined;
    const next = this.word(this.at + 1);
    const isFollowed =
      FOLLOWERS.has(next) ||
      (/^(the|a|an)$/.test(next) && this.tools.heads.size > 0) ||
      (/^(start|begin)$/.test(this.verb.base) && next.endsWith('ing'));
    return continues || next === '' || isFollowed ? this.done(true) : undefined;
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
    if (THINGS.has(subject))
      return {
        kind: negated,
        isOwn: this.word(this.skipAdverbs(this.at - 1)) === 'been' || !MAKING.has(this.verb.base),
        object: this.verb.base !== '',
      };
    const from = this.words
      .slice(Math.max(0, end - REACH), end)
      .findLastIndex((word) => /^(the|that|this|a|an|no)$/.test(word) || /^\d+$/.test(word));
    // "Reservation is confirmed."
    const isBare =
      this.words.slice(0, end).filter((word) => !OPENERS.has(word)).length < 2 && this.word(aux) !== 'are';
    if (from < 0 && !isBare) return undefined;
    const start = from < 0 ? end - 1 : Math.max(0, end - REACH) + from;
    const noun = this.words.slice(start + 1, end + 1).map(singular);
    // "8 boxes are reserved for you", "Bella is booked in".
    const isForYou = this.words[this.at + 1] === 'for' && this.words[this.at + 2] === 'you';
    const isNamed = isBare && from < 0 && kind === 'done' && this.word(this.at + 1) !== 'by';
    const isCounted = /^(?:\d+|no)$/.test(this.word(start)) || isForYou || isNamed;
    const isTools =
      (isCounted && this.tools.effects.some(({ verbs }) => verbs.has(this.verb.base))) ||
      noun.some((word) =>
        this.tools.effectsAbout.some(({ nouns, heads }) => nouns.has(word) || heads.has(word)),
      );
    const isPerfect =
      this.word(this.skipAdverbs(this.at - 1)) === 'been' && from >= 0 && this.verb.base !== '';
    if (!isTools && !isPerfect) return undefined;
    if (!isTools) return { kind: negated, isOwn: true, object: true };
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
