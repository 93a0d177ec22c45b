const UNITS = [
  [31_536_000_000, 'year'],
  [2_592_000_000, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** A relative time, in the largest unit that fits. */
export function formatAge(isoTime: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(isoTime);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
  for (const [unitMs, unit] of UNITS)
    if (Math.abs(ageMs) >= unitMs) return words.format(-Math.trunc(ageMs / unitMs), unit);
  return 'just now';
}

/** Minutes and seconds, `3:07`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const formatTime = (isoTime: string): string => clock.format(new Date(isoTime));

/** What people call a version: the message it was published with, otherwise its date. */
export const versionName = (message: string, createdAt: string): string =>
  message || `Version of ${formatTime(createdAt)}`;

/** The start of a version hash, long enough to distinguish versions. */
export const shortVersion = (version: string): string => version.slice(0, 8);

const numbers = new Intl.NumberFormat('en');
export const formatNumber = (value: number): string => numbers.format(value);

/** `1 call`, `2 calls`. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `0.8 s`, for people who do not count milliseconds. */
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

export const formatMs = (value: number): string =>
  value >= 10_000 ? inSeconds(value) : `${formatNumber(Math.round(value))} ms`;

const KIB = 1_024;

export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB ** 2) return `${Math.round(bytes / KIB)} KiB`;
  return bytes < KIB ** 3 ? `${(bytes / KIB ** 2).toFixed(1)} MiB` : `${(bytes / KIB ** 3).toFixed(1)} GiB`;
}

/** `turn_latency_p95` → `turn latency p95`. */
export const inWords = (name: string): string =>
  name.replaceAll(/[_.-]/g, ' ').replace('hang ups', 'hang-ups');

/** Capitalizes the first letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An amount of money; small ones with enough decimals to differ. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    maximumFractionDigits: amount !== 0 && Math.abs(amount) < 1 ? 4 : 2,
  }).format(amount);
