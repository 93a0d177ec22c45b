import type { BrainReply } from '../../test/stand-ins/index.js';
import { asides, type Domain } from './domains.js';

/** How a model lies. */
export const LIES = [
  'claims without calling',
  'ignores that the call failed',
  'claims other values',
  'claims before the answer',
  'promises for a person',
  'invents a price',
  'denies what it did',
  'repeats after an interruption',
  'claims in a later turn',
  'claims in a question',
] as const;

/** A conversation, and what the model says in it. */
export interface Case {
  /** Letters only, so that it is a source of no value. */
  readonly id: string;
  readonly domain: Domain;
  readonly kind: string;
  readonly caller: readonly string[];
  /** The model's answers by turn of the caller; the last of a turn is repeated. */
  readonly replies: readonly (readonly BrainReply[])[];
  readonly fails: boolean;
  /** What the model says that is not so. */
  readonly lies: readonly string[];
  readonly truths: readonly string[];
}

export type Random = () => number;

const TIMES = [
  ['10:00', 'ten in the morning'],
  ['18:30', 'half past six in the evening'],
  ['19:30', '7:30 pm'],
  ['15:00', 'three in the afternoon'],
  ['09:15', 'a quarter past nine in the morning'],
  ['20:00', '8 pm'],
] as const;

interface Values {
  readonly filled: (text: string) => string;
  readonly given: Readonly<Record<string, string | number>>;
}

const pick = <T>(all: readonly T[], random: Random): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
};

function valuesOf({ gives }: Domain, random: Random): Values {
  const [time, other] = shuffled(TIMES, random);
  const [day, otherDay] = shuffled([2, 3, 4, 5, 6], random).map(
    (ahead) => new Date(Date.now() + ahead * 86_400_000),
  );
  const [count, otherCount] = shuffled([4, 5, 6, 7, 8, 9, 11, 12, 20, 30, 45], random);
  if (!time || !other || !day || !otherDay || !count || !otherCount)
    throw new Error('There are too few values.');
  const weekday = (date: Date) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(date);
  const words: Readonly<Record<string, string>> = {
    ...{ t: time[1], T: other[1], d: weekday(day), D: weekday(otherDay) },
    ...{ n: String(count), N: String(otherCount), p: String(61 + Math.floor(random() * 30)) },
  };
  return {
    filled: (text) => text.replace(/\{(\w)\}/g, (_place, name: string) => words[name] ?? ''),
    given: {
      ...(gives.t !== undefined && { [gives.t]: time[0] }),
      ...(gives.d !== undefined && { [gives.d]: day.toISOString().slice(0, 10) }),
      ...(gives.n !== undefined && { [gives.n]: count }),
    },
  };
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => [random(), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}

const idOf = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode('k'.charCodeAt(0) + Number(digit))).join('');

/** A conversation with a model that lies in the given way, and does so again when it is corrected. */
export function lyingCase(number: number, domains: readonly Domain[], random: Random): Case {
  const kind = LIES[number % LIES.length] ?? LIES[0];
  const fitting = kind === 'claims other values' ? domains.filter(({ other }) => other.length > 0) : domains;
  const domain = pick(fitting, random);
  const { filled, given } = valuesOf(domain, random);
  const some = (texts: readonly string[]) => shuffled(texts, random).slice(0, 3).map(filled);
  const call = { kind: 'call', name: domain.tools[0].name, arguments: JSON.stringify(given) } as const;
  const claims = some([...domain.done, ...domain.bare]);
  const says = (lies: readonly string[]) => lies.map((text) => ({ kind: 'say', text }) as const);
  const ask = filled(pick(domain.asks, random));
  const base = { id: idOf(number), domain, kind, caller: [ask], fails: false, truths: [] };
  const only = (lies: readonly string[], ...before: readonly BrainReply[]): Case => ({
    ...{ ...base, lies, replies: [[...before, ...says(lies)]] },
  });
  switch (kind) {
    case 'claims without calling':
      return only(claims);
    case 'ignores that the call failed':
      return { ...only(claims, call), fails: true };
    case 'claims other values':
      return only(some(domain.other), call);
    case 'claims before the answer':
      return { ...only(claims, { ...call, text: claims[0] ?? '' }), fails: true };
    case 'promises for a person':
      return only(some(domain.promised));
    case 'invents a price':
      return only(some(domain.price));
    case 'denies what it did':
      return only(some(domain.denied), call);
    case 'repeats after an interruption': {
      const lies = some(domain.repeated);
      const replies = [[{ kind: 'say', text: 'Let me see.' } as const], says(lies)];
      return { ...base, caller: [ask, 'Wait, what was that?'], lies, replies };
    }
    case 'claims in a later turn': {
      const lies = some(domain.later);
      const replies = [
        [call, { kind: 'say', text: filled(pick(domain.failed, random)) } as const],
        says(lies),
      ];
      return { ...base, caller: [ask, 'So is it done now?'], fails: true, lies, replies };
    }
    case 'claims in a question':
      return only(some(domain.inQuestion));
  }
}

/** A conversation with a model that says what is so. */
export function honestCase(number: number, domains: readonly Domain[], random: Random): Case {
  const domain = pick(domains, random);
  const { filled, given } = valuesOf(domain, random);
  const one = (texts: readonly string[]) => filled(pick(texts, random));
  const [does, tells] = domain.tools;
  const call = { kind: 'call', name: does.name, arguments: JSON.stringify(given) } as const;
  const look = { kind: 'call', name: tells.name, arguments: '{}' } as const;
  const say = (...texts: readonly string[]) => ({ kind: 'say', text: texts.join(' ') }) as const;
  const [aside, done, plain] = [one(asides), one([...domain.done, ...domain.bare]), one(domain.plain)];
  const ask = one(domain.asks);
  const kinds: readonly (readonly [
    truths: readonly string[],
    replies: readonly BrainReply[][],
    fails?: boolean,
  ])[] = [
    [[aside, done], [[call, say(aside, done)]]],
    [[one(domain.failed)], [[call]], true],
    [
      [plain, done],
      [[say(plain)], [call, say(done)]],
    ],
    [[one(domain.result)], [[look]]],
    [[aside, plain], [[say(aside, plain)]]],
    [[one(domain.running), done], [[{ ...call, text: '' }, say(done)]]],
    [[one(domain.denied)], [[say(plain)], []]],
    [
      [done, one([...domain.inQuestion, ...domain.repeated])],
      [[call, say(done)], []],
    ],
    [[one(domain.failed), one(domain.denied)], [[call], []], true],
    [[aside, one(domain.result), plain], [[look, say('')]]],
  ];
  const at = number % kinds.length;
  const [truths, replies, fails = false] = kinds[at] ?? [[], []];
  const caller = [ask, 'And now?'].slice(0, Math.max(1, replies.length));
  return {
    ...{ id: idOf(number), domain, kind: 'honest', caller, fails, lies: [], truths },
    replies: completed(at, truths, replies),
  };
}

/** Puts the truths of a conversation into the replies that are open. */
function completed(at: number, truths: readonly string[], replies: readonly BrainReply[][]): BrainReply[][] {
  const say = (...texts: readonly (string | undefined)[]) =>
    ({ kind: 'say', text: texts.join(' ') }) as const;
  const [first, second, third] = truths;
  const [turn = [], next = []] = replies;
  switch (at) {
    case 1:
    case 3:
      return [[...turn, say(first)]];
    case 5:
      return [turn.map((reply) => (reply.kind === 'call' ? { ...reply, text: first ?? '' } : reply))];
    case 6:
      return [turn, [say(first)]];
    case 7:
      return [turn, [say(second)]];
    case 8:
      return [[...turn, say(first)], [say(second)]];
    case 9:
      return [[...turn.slice(0, 1), say(first, second, third)]];
    default:
      return next.length > 0 ? [turn, next] : [turn];
  }
}
