import type { FormValue, ValueKind } from './values/index.js';

/** Questions for one value, and for the review of all of them; then what the form names happens. */
export const MAX_QUESTIONS = 3;

/** A typed value that an agent has to collect. */
export interface FormField extends ValueKind {
  readonly name: string;
  /** What the agent asks; may hold `{{form.FIELD}}` of fields before it. */
  readonly ask: string;
  /** Whether the value is read back by itself at once. Default: for what is misheard easily. */
  readonly confirm?: boolean | undefined;
  /** A caller who doesn't want to say it needn't. */
  readonly optional?: boolean | undefined;
}

/** What an agent collects, field by field. */
export interface Form {
  readonly name: string;
  readonly fields: readonly FormField[];
  /** What is said of all values before anything is done with them. Default: their names and values. */
  readonly review?: string | undefined;
  /** Once a field was asked for three times: go on without it, hand over, or leave the form. Default: `leave`. */
  readonly unanswered?: 'skip' | 'transfer' | 'leave' | undefined;
}

/** Read back letter by letter or digit by digit: one of them misheard, and all is of no use. */
const MISHEARD: ReadonlySet<string> = new Set(['email', 'spelled', 'phone', 'postcode']);

export const isReadBack = ({ confirm, type }: FormField): boolean => confirm ?? MISHEARD.has(type);

/** How callers call a field that they mean: its own words, and those of its type. */
const NAMES_OF_TYPES: Partial<Record<ValueKind['type'], readonly string[]>> = {
  date: ['date', 'day'],
  time: ['time', 'hour'],
  datetime: ['date', 'day', 'time', 'appointment'],
  number: ['number of', 'how many', 'amount'],
  duration: ['duration', 'length', 'how long'],
  phone: ['phone number', 'telephone number', 'telephone', 'phone', 'mobile', 'number'],
  email: ['email address', 'e-mail address', 'email', 'e-mail', 'mail address', 'address'],
  money: ['amount', 'price', 'sum', 'budget'],
  name: ['name'],
  spelled: ['spelling'],
  postcode: ['postcode', 'post code', 'zip code', 'zip', 'postal code'],
};

/** A field's name as it is said: `arrival-date` is "arrival date". */
export const labelOf = ({ name }: Pick<FormField, 'name'>): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();

export function namesOf(field: FormField): readonly string[] {
  return [labelOf(field), ...nounsOf(field), ...(NAMES_OF_TYPES[field.type] ?? [])];
}

/** Single words of a field's name, which stand beside its value: "people" beside "two". */
export const nounsOf = (field: Pick<FormField, 'name'>): readonly string[] =>
  labelOf(field)
    .split(' ')
    .filter((word) => word.length > 2 && !/^(the|number|your|and|for|date|time|how|many)$/.test(word));

/** Whether a time is neither too early nor too late. */
export function isAllowed({ type, from = '00:00', until = '24:00' }: FormField, value: FormValue): boolean {
  if ((type !== 'time' && type !== 'datetime') || typeof value !== 'string') return true;
  const time = value.split('T').at(-1) ?? '';
  return !time.includes(':') || (time >= from && time <= until);
}
