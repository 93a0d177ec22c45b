/** Verbs of what tools do. Those of a line mean about the same: a tool that books also "reserves". */
const LINES = [
  'book reserve schedule arrange secure set fix',
  'cancel delete remove void drop withdraw terminate revoke',
  'change move reschedule update modify amend adjust shift postpone edit correct swap extend switch rebook',
  'send email text message mail forward notify inform alert share resend',
  'transfer connect forward route',
  'pay charge bill settle transfer wire debit credit',
  'refund reimburse credit return repay',
  'order purchase buy reorder',
  'buy purchase book reserve',
  'ship dispatch deliver send',
  'create open register file log raise submit add enter save record store issue note report enrol enroll',
  'activate enable unlock unblock restart reactivate resume',
  'deactivate disable block freeze lock suspend pause',
  'reset renew restore',
  'assign allocate',
  'hold',
  'call ring phone',
  'play start begin stream',
  'apply redeem',
  'waive',
] as const;

/** Verbs of tools that only look something up. */
const READS =
  'check find locate get look search list fetch query read lookup track show retrieve view count verify see review pull';

/** What any tool that has an effect does. */
const FINISHES = 'confirm complete finalize finalise process approve arrange make place put do handle sort';

const IRREGULAR: Readonly<Record<string, readonly [past: string, participle: string, present?: string]>> = {
  send: ['sent', 'sent'],
  resend: ['resent', 'resent'],
  pay: ['paid', 'paid'],
  repay: ['repaid', 'repaid'],
  buy: ['bought', 'bought'],
  withdraw: ['withdrew', 'withdrawn'],
  put: ['put', 'put', 'putting'],
  set: ['set', 'set', 'setting'],
  make: ['made', 'made'],
  do: ['did', 'done'],
  find: ['found', 'found'],
  get: ['got', 'got', 'getting'],
  read: ['read', 'read'],
  show: ['showed', 'shown'],
  see: ['saw', 'seen', 'seeing'],
  freeze: ['froze', 'frozen'],
  hold: ['held', 'held'],
  ring: ['rang', 'rung'],
  cancel: ['cancelled', 'cancelled', 'cancelling'],
  swap: ['swapped', 'swapped', 'swapping'],
  ship: ['shipped', 'shipped', 'shipping'],
  drop: ['dropped', 'dropped', 'dropping'],
  refer: ['referred', 'referred', 'referring'],
  submit: ['submitted', 'submitted', 'submitting'],
  debit: ['debited', 'debited', 'debiting'],
  transfer: ['transferred', 'transferred', 'transferring'],
  log: ['logged', 'logged', 'logging'],
  reset: ['reset', 'reset', 'resetting'],
};

type VerbForm = 'base' | 'past' | 'participle' | 'present';

export interface Verb {
  readonly base: string;
  readonly forms: readonly VerbForm[];
}

/** Verbs about which a claim needs no tool to be one: nobody else could have done it. */
export const STRONG: ReadonlySet<string> = new Set(
  'book reserve schedule cancel reschedule send email text forward transfer connect refund reimburse pay charge order purchase ship dispatch'.split(
    ' ',
  ),
);
export const FINISHING: ReadonlySet<string> = new Set(FINISHES.split(' '));
/** Makes something that has a noun: "issued a refund", "made a booking". */
export const MAKING: ReadonlySet<string> = new Set(
  'make put place issue create open register file raise submit add enter set'.split(' '),
);
export const READING: ReadonlySet<string> = new Set(READS.split(' '));

/** What the verbs of a line make: "I made a reservation". */
const NOUNS: Readonly<Record<string, string>> = {
  book: 'booking reservation appointment table',
  cancel: 'cancellation',
  change: 'change update',
  send: 'message email text confirmation letter link sms',
  transfer: 'transfer call money amount euro dollar pound',
  pay: 'payment charge',
  refund: 'refund reimbursement credit money',
  order: 'order purchase',
  buy: 'ticket booking reservation',
  ship: 'shipment delivery package parcel order',
  create: 'ticket request entry account complaint claim case note record registration',
  call: 'call callback',
};

const synonyms = new Map<string, Set<string>>();
for (const line of LINES) {
  const all = line.split(' ');
  for (const verb of all) synonyms.set(verb, new Set([...(synonyms.get(verb) ?? []), ...all]));
}

/** What is said of money, but does not mean the same of a message or a call. */
const OF_MONEY: Readonly<Record<string, readonly string[]>> = { transfer: ['move', 'send'], pay: ['send'] };

/** The verb and those that mean about the same. */
export const synonymsOf = (base: string): ReadonlySet<string> =>
  new Set([base, ...(synonyms.get(base) ?? []), ...(OF_MONEY[base] ?? [])]);

/** The verbs that make a thing: a tool that makes appointments "schedules", too. */
export const makersOf = (noun: string): readonly string[] =>
  Object.entries(NOUNS).flatMap(([verb, nouns]) =>
    nouns.split(' ').includes(noun) ? [...synonymsOf(verb)] : [],
  );

/** Nouns for what the verb makes. */
export const productsOf = (base: string): readonly string[] =>
  [...synonymsOf(base)].flatMap((verb) => NOUNS[verb]?.split(' ') ?? []);

const byForm = new Map<string, Verb>();
for (const base of new Set([...LINES.join(' ').split(' '), ...READS.split(' '), ...FINISHES.split(' ')]))
  learn(base);

function learn(base: string): void {
  const [past, participle, present = presentOf(base)] = IRREGULAR[base] ?? [pastOf(base), pastOf(base)];
  put(base, base, 'base');
  put(past, base, 'past');
  put(participle, base, 'participle');
  put(present, base, 'present');
  if (base === 'cancel') ['canceled', 'canceling'].forEach((form, at) => canceled(form, at === 0));
}

function canceled(form: string, isPast: boolean): void {
  if (!isPast) return put(form, 'cancel', 'present');
  put(form, 'cancel', 'past');
  put(form, 'cancel', 'participle');
}

function put(word: string, base: string, form: VerbForm): void {
  const known = byForm.get(word);
  // "Text" and "message" are nouns more often than verbs; their base form decides nothing by itself.
  if (known && known.base !== base) return;
  byForm.set(word, { base, forms: [...(known?.forms ?? []), form] });
}

function pastOf(base: string): string {
  if (base.endsWith('e')) return `${base}d`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`;
}

function presentOf(base: string): string {
  return base.endsWith('e') && !base.endsWith('ee') ? `${base.slice(0, -1)}ing` : `${base}ing`;
}

/** The verb of which a word is a form; undefined for other words. */
export const verbOf = (word: string): Verb | undefined => byForm.get(word);

/** A verb that only this agent's tools have, such as "waive". */
export function regularForms(base: string): ReadonlyMap<string, Verb> {
  const past = pastOf(base);
  return new Map([
    [base, { base, forms: ['base'] }],
    [past, { base, forms: ['past', 'participle'] }],
    [presentOf(base), { base, forms: ['present'] }],
  ]);
}

/** The verb in "books", "booking", "to book". */
export function baseOf(word: string): string | undefined {
  const known = byForm.get(word) ?? byForm.get(word.replace(/s$/, '')) ?? byForm.get(word.replace(/es$/, ''));
  return known?.base ?? byForm.get(word.replace(/ies$/, 'y'))?.base;
}
