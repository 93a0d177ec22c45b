import { type JsonObject, listOf, objectOf, stringOf } from '../editor/json.js';
import type { FormSoFar } from '../try/live-events.js';
import { capitalised, formatMoney } from '../ui/words.js';

export interface FieldSoFar {
  readonly label: string;
  /** In words; undefined while unknown. */
  readonly value: string | undefined;
  readonly state: 'open' | 'asked' | 'understood' | 'confirmed';
}

/** The fields of a form, in order, with their values so far. */
export function fieldsOf(document: JsonObject, { name, outcome, values }: FormSoFar): readonly FieldSoFar[] {
  const form = listOf(document.forms)
    .map(objectOf)
    .find((one) => one.name === name);
  const fields = listOf(form?.fields).map(objectOf);
  const asked =
    outcome === 'open' ? fields.find((field) => values[stringOf(field.name)] === undefined) : undefined;
  return fields.map((field) => {
    const value = values[stringOf(field.name)];
    return {
      label: labelOf(stringOf(field.name)),
      value: value === undefined ? undefined : wordsOf(stringOf(field.type), value),
      state:
        field === asked
          ? 'asked'
          : value === undefined
            ? 'open'
            : outcome === 'completed'
              ? 'confirmed'
              : 'understood',
    };
  });
}

/** `phoneNumber`, `phone-number` → `Phone number`. */
const labelOf = (name: string): string =>
  capitalised(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[-_]+/g, ' ')
      .toLowerCase(),
  );

const DAY = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' });

/** A local date, `2026-12-04`, as `Friday, December 4`. */
export const formatDay = (date: string): string => DAY.format(Date.parse(date));

/** A local time, `19:30`, as `7:30 PM`. */
export const formatTimeOfDay = (time: string): string => TIME.format(Date.parse(`1970-01-01T${time}Z`));

const UNITS: Readonly<Record<string, string>> = { W: 'wk', D: 'd', H: 'h', M: 'min', S: 's' };

/** `PT1H30M` → `1 h 30 min`. */
const durationInWords = (text: string): string =>
  [...text.matchAll(/(\d+)([WDHMS])/g)].map(([, count, unit = '']) => `${count} ${UNITS[unit]}`).join(' ');

/** A readable value; docs/how-to/forms.md describes the format of each type. */
function wordsOf(type: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isMoney(value))
    return value.currency === undefined ? String(value.amount) : formatMoney(value.amount, value.currency);
  const text = String(value);
  if (type === 'duration') return durationInWords(text);
  if (type === 'date') return formatDay(text);
  if (type === 'time') return formatTimeOfDay(text);
  if (type !== 'datetime') return text;
  const at = Date.parse(`${text}Z`);
  return `${DAY.format(at)}, ${TIME.format(at)}`;
}

const isMoney = (value: unknown): value is { readonly amount: number; readonly currency?: string } =>
  typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number';
