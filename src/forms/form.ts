import type { FormValue, ValueKind } from './values/index.js';

/** Maximum questions for one value, and for the review of all values; then the form's fallback applies. */
export const MAX_QUESTIONS = 3;

/** A typed value that an agent collects. */
export interface FormField extends ValueKind {
  readonly name: string;
  /** The question; may contain `{{form.FIELD}}` of earlier fields. */
  readonly ask: string;
  /** Whether the value is confirmed on its own at once. Default: for types that are easily misheard. */
  readonly confirm?: boolean | undefined;
  /** The caller may decline to answer. */
  readonly optional?: boolean | undefined;
}

/** What an agent collects, field by field. */
export interface Form {
  readonly name: string;
  readonly fields: readonly FormField[];
  /** Read back before the form is completed. Default: names and values of all fields. */
  readonly review?: string | undefined;
  /** After three questions for a field: skip it, transfer the caller, or leave the form. Default: `leave`. */
  readonly unanswered?: 'skip' | 'transfer' | 'leave' | undefined;
}

/** Read back letter by letter or digit by digit, because one misheard character makes the value useless. */
const MISHEARD: ReadonlySet<string> = new Set(['email', 'spelled', 'phone', 'postcode']);

export const isReadBack = ({ confirm, type }: FormField): boolean => confirm ?? MISHEARD.has(type);

/** Words with which callers refer to a field: its own name, and those of its type. */
const NAMES_OF_TYPES: Partial<Record<ValueKind['type'], readonly string[]>> = {
  date: ['date', 'day'],
  time: ['time', 'hour'],
  datetime: ['date', 'day', 'time', 'appointment'],
  number: ['number of', 'how many', 'amount'],
  duration: ['duration', 'length', 'how long'],
  phone: ['phone number', 'telephone number', 'telephone', 'phone', 'mobile', 'number'],
  email: ['email address', 'e-mail address', 'email', 'e-mail', 'mail address', 'address'],
  money: ['amount', 'price', 'sum', 'budget'],
  name: ['name', 'surname'],
  spelled: ['spelling'],
  postcode: ['postcode', 'post code', 'zip code', 'zip', 'postal code'],
};

/** The spoken name of a field: `arrival-date` is "arrival date". */
export const labelOf = ({ name }: Pick<FormField, 'name'>): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();

export function namesOf(field: FormField): readonly string[] {
  return [labelOf(field), ...nounsOf(field), ...(NAMES_OF_TYPES[field.type] ?? [])];
}

/** Words of a field's name that occur beside its value: "people" beside "two". */
export const nounsOf = (field: Pick<FormField, 'name'>): readonly string[] =>
  labelOf(field)
    .split(' ')
    .filter((word) => word.length > 2 && !/^(the|number|your|and|for|date|time|how|many)$/.test(word));

/** Whether a time is within the allowed range. */
export function isAllowed({ type, from = '00:00', until = '24:00' }: FormField, value: FormValue): boolean {
  if ((type !== 'time' && type !== 'datetime') || typeof value !== 'string') return true;
  const time = value.split('T').at(-1) ?? '';
  return !time.includes(':') || (time >= from && time <= until);
}
