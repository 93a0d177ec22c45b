import { dateFormat } from '../../common/clock/index.js';
import { isProvider } from './mail-providers.js';
import { dayOf } from './moment.js';
import { groupedNumber } from './phone.js';
import type { FormValue, ValueContext, ValueType } from './value-types.js';

/** A value as it is read back: spelled letter by letter, with the day of the week, or in groups. */
export function spokenValue(type: ValueType, value: FormValue, { country }: ValueContext): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return spokenMoney(value.amount, value.currency);
  if (typeof value === 'number') return String(value);
  if (type === 'date') return spokenDay(value, country);
  if (type === 'time') return spokenTime(value);
  if (type === 'duration') return spokenDuration(value);
  if (type === 'phone') return groupedNumber(value, country);
  if (type === 'spelled') return [...value].join('-');
  if (type !== 'datetime') return value;
  const [date = '', time = ''] = value.split('T');
  return `${spokenDay(date, country)} at ${spokenTime(time)}`;
}

const MARKS: Readonly<Record<string, string>> = { '.': 'dot', _: 'underscore', '-': 'hyphen', '+': 'plus' };

/** A value as it is confirmed: an address letter by letter, because "John" may be "Jon". */
export function spelledValue(type: ValueType, value: FormValue, context: ValueContext): string {
  if (type !== 'email' || typeof value !== 'string') return spokenValue(type, value, context);
  const [local = '', domain = ''] = value.split('@');
  const spelled = (text: string) =>
    text
      .split(/([._+-])/)
      .filter((part) => part !== '')
      .map((part) => MARKS[part] ?? [...part.toUpperCase()].join('-'))
      .join(' ');
  const [, name = '', end = ''] = /^(.+?)(\..+)$/.exec(domain) ?? [];
  return `${spelled(local)} at ${isProvider(domain) ? domain : `${spelled(name)}${end.replaceAll('.', ' dot ')}`}`;
}

function spokenDay(date: string, country: string | undefined): string {
  const { year, month, day } = dayOf(date);
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return dateFormat(country === 'US' ? 'en-US' : 'en-GB', style).format(Date.UTC(year, month - 1, day));
}

function spokenTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (minute === 0 && hour === 12) return 'noon';
  if (minute === 0 && hour === 0) return 'midnight';
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}

const UNITS = { Y: 'year', M: 'month', D: 'day', H: 'hour', N: 'minute', S: 'second' } as const;

function spokenDuration(duration: string): string {
  const [date = '', time = ''] = duration.slice(1).split('T');
  const parts = `${date}${time.replace('M', 'N')}`.matchAll(/(\d+)([YMDHNS])/g);
  return Array.from(parts, ([, count = '', unit = 'D']) => {
    const name = UNITS[unit as keyof typeof UNITS];
    return `${count} ${name}${count === '1' ? '' : 's'}`;
  }).join(' and ');
}

function spokenMoney(amount: number, currency: string | undefined): string {
  if (currency === undefined) return String(amount);
  const digits = Number.isInteger(amount) ? 0 : 2;
  const style = { style: 'currency', currency, minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en', style).format(amount);
}
