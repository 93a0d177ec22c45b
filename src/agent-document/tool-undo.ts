import { memberOf } from '../common/json/json-objects.js';

/** `{{result.booking.id}}`, `{{arguments.day | today}}`: a place for a value of the call that is undone. */
const PLACE = /\{\{\s*(arguments|result)((?:\.[A-Za-z0-9_-]{1,100}){0,8})\s*(?:\|([^{}\n]{0,500}))?\}\}/g;
/** Anything in braces. */
const BRACES = /\{\{[^{}\n]{0,500}\}\}/g;
/** Nesting of the arguments. */
const MAX_DEPTH = 8;

/** A call that is undone. */
interface UndoneCall {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: string;
}

export interface UndoPlace {
  readonly text: string;
  readonly of: 'arguments' | 'result';
  /** The names after that. */
  readonly path: readonly string[];
  readonly fallback: string | undefined;
}

/** Places for values in the arguments of an `undo`, and other texts in braces. */
export function undoPlacesIn(value: unknown): {
  readonly places: readonly UndoPlace[];
  readonly foreign: readonly string[];
} {
  const texts = textsIn(value, MAX_DEPTH);
  return {
    places: texts.flatMap((text) => [...text.matchAll(PLACE)].map(placeOf)),
    foreign: texts.flatMap((text) => text.replace(PLACE, '').match(BRACES) ?? []),
  };
}

/** The arguments of the call that undoes another one; a place without a value and without a default is named. */
export function fillUndo(
  template: Readonly<Record<string, unknown>>,
  call: UndoneCall,
): { readonly values: Readonly<Record<string, unknown>> } | { readonly missing: string } {
  const result = jsonOf(call.answer);
  const missing: string[] = [];
  const valueOf = (place: UndoPlace): unknown => {
    const found = place.path.reduce(memberOf, place.of === 'result' ? result : call.arguments);
    const value = found ?? place.fallback;
    if (value === undefined) missing.push(place.text);
    return value;
  };
  const filled = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return filledText(value, valueOf);
    if (typeof value !== 'object' || value === null || depth === 0) return value;
    if (Array.isArray(value)) return value.map((one) => filled(one, depth - 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, depth - 1)]));
  };
  const values = Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, filled(value, MAX_DEPTH)]),
  );
  return missing[0] === undefined ? { values } : { missing: missing[0] };
}

/** A text that is only a place becomes the value itself. */
function filledText(text: string, valueOf: (place: UndoPlace) => unknown): unknown {
  const places = [...text.matchAll(PLACE)];
  const [only] = places;
  if (only && places.length === 1 && only[0] === text.trim()) return valueOf(placeOf(only));
  return text.replace(PLACE, (...match) => {
    const value = valueOf(placeOf(match.slice(0, 4)));
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

const placeOf = ([text, of, path, fallback]: readonly (string | undefined)[]): UndoPlace => ({
  text: text ?? '',
  of: of === 'result' ? 'result' : 'arguments',
  path: (path ?? '').split('.').slice(1),
  fallback: fallback?.trim(),
});

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth - 1));
}

/** An answer that is no JSON is the text itself. */
function jsonOf(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
