import {
  isProvider,
  likeness,
  MOST_OF_ANSWER,
  nameLikelihood,
  namesLike,
  nearProvider,
  searchedText,
  readEmail,
  readLocalPart,
} from './values/index.js';

/** A reading of one turn, with its share of the probability. */
export interface HeardText {
  readonly text: string;
  readonly share: number;
}

/** What a turn says about an address. */
export interface HeardParts {
  /** From its end, with the probability of what was heard. Every address has the first two. */
  readonly parts: readonly ReadonlyMap<string, number>[];
  readonly isSpelled: boolean;
  /** The probability of all readings with an address. */
  readonly share: number;
}

/**
 * Probability per turn that no reading of a part resembles the caller's words: names are often transcribed as common
 * words, which letters correct.
 */
const UNHEARD = { words: 0.06, letters: 0.02 };
/** Words are hardly mistaken for similar ones that are spelled. */
const WORDS = 2;
/** Weight of readings that break off before the domain, */
const BROKEN_OFF = 0.3;
/** ... and of a dot after an initial, which is hardly heard: "Q. Baxter". */
const DOT_UNHEARD = 0.25;
/** Penalties (natural logarithms) for domains that are not of a mail provider, and for rare top-level domains. */
const OWN_DOMAIN = 0.5;
const RARE_DOMAIN = 2.5;
const USUAL_DOMAIN = /\.(com|org|net|edu|gov|info|biz|io|app|dev|shop|(?!co)[a-z]{2})$/;
/** Nobody says longer local parts or domains, and comparing them takes quadratic time. */
const LONGEST_SIDE = 48;
/** Alternatives of a part that are combined with those of others. */
const ALTERNATIVES = 8;
/** Bounds of the work: readings of a part in a turn, those that may be misheard names, turns, and combinations. */
const MOST_HEARD = 8;
const MOST_NAMED = 3;
const MOST_TURNS = 3;
const MOST_ADDRESSES = 64;
/** Of a spelled word, which has no domain. */
export const NO_DOMAIN = '@';

/** "_smith42": the name, and what is around it. */
const NAME_OF_PART = /^([._]?)([a-z]+)(\d*)$/;

/** "@example.com", ".smith", "john": a turn may repair one of them only. */
const partsOf = (address: string): readonly string[] => address.split(/(?=@)|(?=[._].*@)/).toReversed();

/** Undefined if no reading contains an address or letters. */
export function heardParts(readings: readonly HeardText[]): HeardParts | undefined {
  const parts: Map<string, number>[] = [];
  const addPart = (at: number, part: string, share: number) => {
    const known = (parts[at] ??= new Map<string, number>());
    if (part !== '@') known.set(part, (known.get(part) ?? 0) + share);
  };
  const add = (address: string, share: number) => {
    for (const [at, part] of partsOf(address).entries()) addPart(at, part, share);
    const initial = /^[a-z](?=[a-z]{4,9}@)/.exec(address)?.[0];
    if (initial !== undefined) add(`${initial}.${address.slice(1)}`, share * DOT_UNHEARD);
  };
  const heard = readings.map(({ text: said, share }) => {
    const text = searchedText(said, MOST_OF_ANSWER);
    return { address: unlessTooLong(readEmail(text)), local: unlessTooLong(readLocalPart(text)), share };
  });
  for (const { address, share } of heard) {
    if (address === undefined) continue;
    add(address, share);
    const provider = nearProvider(address.replace(/.*@/, ''));
    if (provider !== undefined) addPart(0, `@${provider}`, share);
  }
  const broken = heard.filter(({ address, local }) => address === undefined && local !== undefined);
  const all = broken.reduce((sum, { share }) => sum + share, 0);
  for (const { local, share } of broken) add(`${local ?? ''}@`, (BROKEN_OFF * share) / all);
  const used = heard.filter(({ address, local }) => address !== undefined || local !== undefined);
  if (used.length === 0) return undefined;
  const isSpelled = heard.reduce((best, one) => (one.share > best.share ? one : best)).local !== undefined;
  return {
    parts: parts.map((part, at) => (isSpelled && at > 0 ? withNames(likeliestOf(part)) : likeliestOf(part))),
    isSpelled,
    share: used.reduce((sum, { share }) => sum + share, 0),
  };
}

/** A spelled word, as an address without a domain. Undefined if no reading contains one. */
export function heardWord(readings: readonly HeardText[]): HeardParts | undefined {
  if (readings.length === 0) return undefined;
  const words = new Map<string, number>();
  for (const { text, share } of readings) words.set(text, (words.get(text) ?? 0) + share);
  return {
    parts: [new Map([[NO_DOMAIN, 1]]), withNames(likeliestOf(words))],
    isSpelled: true,
    share: readings.reduce((sum, { share }) => sum + share, 0),
  };
}

const likeliestOf = (heard: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...heard].sort(([, one], [, other]) => other - one).slice(0, MOST_HEARD));

/** Adds known names that sound like what was spelled, as alternatives that were not heard themselves. */
function withNames(heard: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const named = [...heard.keys()].slice(0, MOST_NAMED).flatMap((part) => {
    const [, mark = '', name = '', digits = ''] = NAME_OF_PART.exec(part) ?? [];
    return namesLike(name).map((one) => [`${mark}${one}${digits}`, 0] as const);
  });
  return new Map([...named, ...heard]);
}

const unlessTooLong = (address: string | undefined): string | undefined =>
  address?.split('@').some((side) => side.length > LONGEST_SIDE) ? undefined : address;

const doubtOf = (domain: string): number =>
  isProvider(domain.slice(1)) ? 0 : USUAL_DOMAIN.test(domain) ? OWN_DOMAIN : RARE_DOMAIN;

/** Natural logarithm: before anything is heard. */
const priorOf = (part: string, at: number): number =>
  at === 0 ? -doubtOf(part) : nameLikelihood(NAME_OF_PART.exec(part)?.[2] ?? '');

/** Natural logarithm of a part's probability in the turns that contain such a part. */
const likelihoodOf = (part: string, at: number, turns: readonly HeardParts[]): number =>
  turns.reduce(
    (sum, { parts, isSpelled }) => {
      const heard = [...(parts[at] ?? [])].filter(([, share]) => share > 0);
      if (heard.length === 0) return sum;
      const factor = isSpelled ? 1 : WORDS;
      const shares = heard.map(([text, share]) => share * Math.exp(factor * likeness(part, text)));
      const unheard = UNHEARD[isSpelled || at === 0 ? 'letters' : 'words'];
      const all = [...(parts[1] ?? []).values()].reduce((total, share) => total + share, 0);
      return sum + Math.log(shares.reduce((total, share) => total + share / all, unheard));
    },
    priorOf(part, at),
  );

/** Addresses made of the likeliest parts of all turns, with their logarithms relative to the likeliest address. */
export function addressesOf(all: readonly HeardParts[]): ReadonlyMap<string, number> {
  const turns = all.slice(-MOST_TURNS);
  const found = new Map<string, number>();
  let tails: readonly (readonly [string, number])[] = [['', 0]];
  for (let at = 0; at < Math.max(...turns.map(({ parts }) => parts.length)); at++) {
    const parts = [...new Set(turns.flatMap((turn) => [...(turn.parts[at]?.keys() ?? [])]))];
    const likely = parts
      .map((part) => [part, likelihoodOf(part, at, turns)] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, ALTERNATIVES);
    const most = likely[0]?.[1] ?? 0;
    tails = likely.flatMap(([part, logarithm]) =>
      tails.map(([tail, sum]) => [`${part}${tail}`, sum + logarithm - most] as const),
    );
    for (const [address, logarithm] of tails) if (/^[^@._]/.test(address)) found.set(address, logarithm);
    tails = tails
      .filter(([tail]) => /^[@._]/.test(tail))
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_ADDRESSES);
  }
  return found;
}
