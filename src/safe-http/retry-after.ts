const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`;
/** The current date format, and the two obsolete ones that recipients must still accept (RFC 9110, 5.6.7). */
const FORMS = [
  new RegExp(String.raw`^${DAYS}, (?<day>\d{2}) ${MONTH} (?<year>\d{4}) ${TIME} GMT$`),
  new RegExp(
    String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-${MONTH}-(?<year>\d{2}) ${TIME} GMT$`,
  ),
  new RegExp(String.raw`^${DAYS} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`),
];

/**
 * The delay of a `Retry-After` header, in milliseconds: seconds or a date (RFC 9110, 10.2.3). Undefined if it is
 * neither.
 */
export function retryAfterMs(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const atMs = dateMs(text, now);
  return atMs === undefined ? undefined : Math.max(0, atMs - now.getTime());
}

function dateMs(text: string, now: Date): number | undefined {
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) return undefined;
  const [day = 0, hour = 0, minute = 0, second = 0] = ['day', 'hour', 'minute', 'second'].map((name) =>
    Number(groups[name]),
  );
  const month = MONTHS.indexOf(groups['month'] ?? '');
  const at = Date.UTC(fullYear(groups['year'] ?? '', now), month, day, hour, minute, second);
  // Rejects the 31st of February, or 25 o'clock.
  return new Date(at).getUTCDate() === day ? at : undefined;
}

/** A two-digit year is no more than 50 years ahead. */
function fullYear(written: string, now: Date): number {
  if (written.length > 2) return Number(written);
  const year = now.getUTCFullYear() - (now.getUTCFullYear() % 100) + Number(written);
  return year > now.getUTCFullYear() + 50 ? year - 100 : year;
}
