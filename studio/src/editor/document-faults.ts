import { isList, type Json, type JsonObject, valueAt } from './json.js';
import { labelOf } from './words.js';

/** An error of a document reported by the server. */
export interface DocumentFault {
  /** JSON Pointer (RFC 6901) of the place; empty: the whole document. */
  readonly pointer: string;
  readonly text: string;
}

const BEGINNING = /^The agent document is not valid: /;
const FAULT = /^(\/\S*|the document) (.*)$/s;
const MISSING = /^must have required property '(\w+)'$/;
const COUNT = /^must NOT have (fewer|more) than (\d+) (\w+)$/;
/** For a union: errors of the chosen alternative are reported as well. */
const OF_CHOICE = /^must match a schema in anyOf$/;

/**
 * Parses a refusal of a document into errors by place.
 * @returns Undefined for any other refusal.
 */
export function documentFaults(message: string, document: JsonObject): readonly DocumentFault[] | undefined {
  if (!BEGINNING.test(message)) return undefined;
  const parts = message.replace(BEGINNING, '').replace(/\.$/, '').split('; ');
  const found = parts.flatMap((part) => {
    const [, place = '', text = part] = FAULT.exec(part) ?? [];
    return OF_CHOICE.test(text) ? [] : [faultAt(place.startsWith('/') ? place : '', text, document)];
  });
  return found.filter(({ pointer }, at) => found.findIndex((one) => one.pointer === pointer) === at);
}

function faultAt(pointer: string, text: string, document: JsonObject): DocumentFault {
  const [, missing] = MISSING.exec(text) ?? [];
  if (missing !== undefined) return { pointer: `${pointer}/${missing}`, text: FILL_IN };
  if (isEmpty(valueAt(document, pathOf(pointer)))) return { pointer, text: FILL_IN };
  const [, way, count = '', what = ''] = COUNT.exec(text) ?? [];
  if (way !== undefined)
    return { pointer, text: `Must have ${way === 'fewer' ? 'at least' : 'at most'} ${count} ${what}.` };
  const said = text.replace(/\/[\w/-]+/g, (place) => `“${placeWords(place)}”`);
  return { pointer, text: `${said.charAt(0).toUpperCase()}${said.slice(1)}.` };
}

const FILL_IN = 'Fill this in.';

const isEmpty = (value: Json | undefined) => value === '' || (isList(value) && value.length === 0);

/** Errors in places that have not changed since. */
export const stillThere = (
  faults: readonly DocumentFault[],
  refused: JsonObject,
  now: JsonObject,
): readonly DocumentFault[] =>
  faults.filter(({ pointer }) => valueAt(refused, pathOf(pointer)) === valueAt(now, pathOf(pointer)));

const pathOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

export const pointerOf = (path: readonly string[]): string => path.map((part) => `/${part}`).join('');

/** A place in the form's terms: `Tools › 1 › URL`. */
export function placeWords(pointer: string): string {
  const path = pathOf(pointer);
  if (path.length === 0) return 'The document';
  const [first = ''] = path;
  const number = path.find((part) => /^\d+$/.test(part));
  const all = [
    labelOf([first]),
    ...(number === undefined ? [] : [String(Number(number) + 1)]),
    ...(path.length > 1 && path.at(-1) !== number ? [labelOf(path)] : []),
  ];
  return all.join(' › ');
}
