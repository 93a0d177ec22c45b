import { redact, type Redaction } from './redact.js';

/** Fields with names and ids, which only look like numbers. */
const NAMES = /^(id|name|code|outcome|status|state|source|kind)$|Id$/;

/** Numbers with fewer digits count as amounts. */
const MIN_DIGITS = 7;

/** Redacts these kinds from the details of an event, at any depth. */
export function redactDetails(details: object, kinds: ReadonlySet<Redaction>): object {
  return redactValue(details, kinds) as object;
}

function redactValue(value: unknown, kinds: ReadonlySet<Redaction>): unknown {
  if (typeof value === 'string') return redact([value], kinds)[0];
  if (typeof value === 'number') return redactNumber(value, kinds);
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, kinds));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(
    ([name, field]: [string, unknown]) =>
      [name, NAMES.test(name) ? field : redactValue(field, kinds)] as const,
  );
  return Object.fromEntries(fields);
}

function redactNumber(value: number, kinds: ReadonlySet<Redaction>): unknown {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length < MIN_DIGITS) return value;
  const [redacted] = redact([text], kinds);
  return redacted === text ? value : redacted;
}
