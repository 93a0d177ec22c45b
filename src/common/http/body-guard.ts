import { ApiError } from '../errors/api-error.js';

/** Keys that reach an object's prototype when a body is copied carelessly. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a request body, or refuses it: JSON that isn't JSON, that nests deeper than `maxDepth`, or that carries a key which
 * could reach a prototype, or a text that no database column can hold. The depth is counted on the text, before anything is built from it.
 * @throws ApiError 400 `MALFORMED_JSON`.
 */
export function parseJsonBody(text: string, maxDepth: number): unknown {
  if (depthOf(text, maxDepth) > maxDepth) {
    throw new ApiError(400, 'MALFORMED_JSON', `The request body nests deeper than ${maxDepth} levels.`);
  }
  let poisoned = false;
  let unstorable = false;
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      poisoned ||= POISONED.has(key);
      unstorable ||= isUnstorable(key) || (typeof inner === 'string' && isUnstorable(inner));
      return inner;
    });
  } catch (cause) {
    throw new ApiError(400, 'MALFORMED_JSON', 'The request body is not valid JSON.', { cause });
  }
  if (poisoned) throw new ApiError(400, 'MALFORMED_JSON', 'The request body has a forbidden key.');
  if (unstorable) {
    throw new ApiError(
      400,
      'MALFORMED_JSON',
      'The request body has a NUL character or half a surrogate pair.',
    );
  }
  return value;
}

/** PostgreSQL stores neither U+0000 nor what is not Unicode (documentation, 8.14: JSON types), so it is refused at the door. */
const isUnstorable = (text: string): boolean => text.includes('\u0000') || /\p{Surrogate}/u.test(text);

/** Depth of brackets outside of strings; stops counting once it passes `limit`. */
function depthOf(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length && deepest <= limit; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
}
