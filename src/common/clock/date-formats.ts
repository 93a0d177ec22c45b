import { LRUCache } from 'lru-cache';

/** Each takes 27 kB of native memory, which V8 does not account for, and so does not collect in time. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

/** A shared formatter. @throws RangeError for a language or time zone unknown to this machine. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Whether this machine knows the time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    dateFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
