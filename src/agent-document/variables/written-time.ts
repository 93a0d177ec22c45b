import { dateFormat, isTimeZone } from '../../common/clock/date-formats.js';

const DEFAULT_TIME_ZONE = 'UTC';
const DEFAULT_LANGUAGE = 'en-GB';

/**
 * Spoken form with the day: "Monday 4 May 2026 at 09:05". Unknown languages fall back to English, unknown zones to UTC.
 */
export function spokenTime(
  ms: number,
  timeZone = DEFAULT_TIME_ZONE,
  languageCode = DEFAULT_LANGUAGE,
): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: knownZone(timeZone) } as const;
  try {
    return dateFormat(languageCode, style).format(ms);
  } catch {
    return dateFormat(DEFAULT_LANGUAGE, style).format(ms);
  }
}

const MACHINE_STYLE = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
} as const;

/** ISO 8601 with the zone's offset: "2026-05-04T09:05:00+02:00". */
export function machineTime(ms: number, timeZone = DEFAULT_TIME_ZONE): string {
  const parts = dateFormat('sv-SE', { ...MACHINE_STYLE, timeZone: knownZone(timeZone) }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const offset = part('timeZoneName').replace('GMT', '').replace('−', '-') || '+00:00';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}

const knownZone = (timeZone: string): string => (isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE);
