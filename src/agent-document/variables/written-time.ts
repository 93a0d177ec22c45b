const DEFAULT_TIME_ZONE = 'UTC';
const DEFAULT_LANGUAGE = 'en-GB';

/** Whether it is a time zone that this machine knows, as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * As people say it, with the day: "Monday 4 May 2026 at 09:05". A language or zone that is not known counts as English,
 * and as UTC.
 */
export function spokenTime(
  ms: number,
  timeZone = DEFAULT_TIME_ZONE,
  languageCode = DEFAULT_LANGUAGE,
): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: knownZone(timeZone) } as const;
  try {
    return new Intl.DateTimeFormat(languageCode, style).format(ms);
  } catch {
    return new Intl.DateTimeFormat(DEFAULT_LANGUAGE, style).format(ms);
  }
}

/** As machines read it (ISO 8601), with the zone's distance from UTC: "2026-05-04T09:05:00+02:00". */
export function machineTime(ms: number, timeZone = DEFAULT_TIME_ZONE): string {
  const zone = knownZone(timeZone);
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const offset = part('timeZoneName').replace('GMT', '').replace('−', '-') || '+00:00';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}

const knownZone = (timeZone: string): string => (isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE);
