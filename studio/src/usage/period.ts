import type { Option } from '../ui/inputs.js';

export type Period = '1' | '7' | '30';

/** In days, with today. */
export const PERIODS: readonly Option<Period>[] = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface Span {
  readonly from: string;
  readonly to: string;
}

const dayFromNow = (days: number): Date => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day;
};

/** Whole days up to the end of today, so that the period before has as many. */
export const spanOf = (period: Period): Span => ({
  from: dayFromNow(1 - Number(period)).toISOString(),
  to: dayFromNow(1).toISOString(),
});

export const spanBefore = ({ from, to }: Span): Span => ({
  from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(),
  to: from,
});

/** As a report writes them (`2026-05-04`), in the reader's time zone. */
export const daysOf = (period: Period): readonly string[] =>
  Array.from({ length: Number(period) }, (_, at) => isoDay(dayFromNow(at + 1 - Number(period))));

const isoDay = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const beforeInWords = (period: Period): string =>
  ({ '1': 'yesterday', '7': 'the week before', '30': 'the 30 days before' })[period];

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

export function periodInWords(period: Period): string {
  const against = `against ${beforeInWords(period)}`;
  const today = dayAndMonth.format(dayFromNow(0));
  if (period === '1') return `${today}, ${against}.`;
  return `${dayAndMonth.format(dayFromNow(1 - Number(period)))} to ${today}, ${against}.`;
}
