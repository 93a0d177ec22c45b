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
  if (isPlain(text)) return parse(text);
  let poisoned = false;
  let unstorable = false;
  const value = parse(text, (key, inner) => {
    poisoned ||= POISONED.has(key);
    unstorable ||= isUnstorable(key) || (typeof inner === 'string' && isUnstorable(inner));
    return inner;
  });
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

/**
 * Whether nothing that is refused can be in the text, so that its values need not be looked at one by one. JSON has NUL and half a
 * surrogate pair only as escapes, and forbidden keys as such or as escapes.
 */
const isPlain = (text: string): boolean => !MAY_BE_REFUSED.test(text);

const MAY_BE_REFUSED = /[\\\p{Surrogate}]|__proto__|constructor|prototype/u;

function parse(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (cause) {
    throw new ApiError(400, 'MALFORMED_JSON', 'The request body is not valid JSON.', { cause });
  }
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
