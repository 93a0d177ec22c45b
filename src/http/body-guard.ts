import { ApiError } from '../common/errors/api-error.js';

/** Keys that reach an object's prototype when a body is copied carelessly. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype']);

/** JSON is UTF-8 (RFC 8259, 8.1). */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

interface BodyLimits {
  /** Nesting limit of objects and lists. */
  readonly depth: number;
  /** Limit of values of any kind, containers included. */
  readonly values: number;
}

/** Each value costs time on the event loop, which all other requests wait for. */
const BODY_LIMITS: BodyLimits = { depth: 32, values: 20_000 };

/**
 * Parses a request body, or refuses it: if it isn't UTF-8 or JSON, nests too deep, has too many values, or contains a
 * key which could reach a prototype, a duplicate key, or a text that no database column can hold. Depth and values are
 * counted on the text, before anything is built from it.
 * @throws ApiError 400 `MALFORMED_JSON`.
 */
export function parseJsonBody(body: Uint8Array, limits: BodyLimits = BODY_LIMITS): unknown {
  const text = textOf(body);
  const { depth, values, keys } = extentOf(text, limits);
  if (depth > limits.depth) {
    throw new ApiError(400, 'MALFORMED_JSON', `The request body nests deeper than ${limits.depth} levels.`);
  }
  if (values > limits.values) {
    throw new ApiError(400, 'MALFORMED_JSON', `The request body has more than ${limits.values} values.`);
  }
  const value = parse(text);
  const found: Findings = { keys: 0, poisoned: '', isUnstorable: false };
  inspect(value, found);
  if (found.poisoned) {
    throw new ApiError(
      400,
      'MALFORMED_JSON',
      `The request body has a key named ${found.poisoned}, which is not allowed.`,
    );
  }
  if (found.isUnstorable) {
    throw new ApiError(
      400,
      'MALFORMED_JSON',
      'The request body has a NUL character or half a surrogate pair.',
    );
  }
  // Of duplicate fields some parsers take the first and others the last (RFC 8259, 4).
  if (found.keys !== keys) {
    throw new ApiError(400, 'MALFORMED_JSON', 'The request body has an object with the same key twice.');
  }
  return value;
}

function textOf(body: Uint8Array): string {
  try {
    return UTF8.decode(body);
  } catch (cause) {
    throw new ApiError(400, 'MALFORMED_JSON', 'The request body is not valid UTF-8.', { cause });
  }
}

interface Findings {
  keys: number;
  poisoned: string;
  isUnstorable: boolean;
}

/** A reviver of `JSON.parse` would take five times as long. */
function inspect(value: unknown, found: Findings): void {
  if (typeof value === 'string') found.isUnstorable ||= isUnstorable(value);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((inner) => inspect(inner, found));
  for (const key of Object.keys(value)) {
    found.keys++;
    if (POISONED.has(key)) found.poisoned = key;
    found.isUnstorable ||= isUnstorable(key);
    inspect(Reflect.get(value, key), found);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(400, 'MALFORMED_JSON', 'The request body is not valid JSON.', { cause });
  }
}

/**
 * PostgreSQL stores neither U+0000 nor invalid Unicode (documentation, 8.14: JSON types), so both are refused early.
 */
const isUnstorable = (text: string): boolean => text.includes('\u0000') || /\p{Surrogate}/u.test(text);

/** Bracket depth outside of strings, and the number of values and keys; stops counting once a limit is passed. */
function extentOf(text: string, limits: BodyLimits): BodyLimits & { readonly keys: number } {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  // Each value but the first of its object or list follows a comma; empty ones count as one value.
  let values = 1;
  for (let i = 0; i < text.length && deepest <= limits.depth && values <= limits.values; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) i = endOfString(text, i);
    else if (char === 0x2c) values++;
    else if (char === 0x3a) keys++;
    else if (char === 0x7b || char === 0x5b) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { depth: deepest, values, keys };
}

/** End of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1;
  return end;
}
