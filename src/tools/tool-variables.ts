import {
  type CallVariables,
  fillPlaceholders,
  machineTime,
  type Placeholder,
  nameParts,
  unknownCall,
  variableOf,
} from '../agent-document/index.js';

/** The values that can be inserted into one request. */
export interface ToolValues {
  readonly variables: CallVariables;
  readonly timeZone: string | undefined;
  /** Values of secrets, by name. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** A value would change the path's meaning. */
export class PathProblem extends Error {}

/** Variables of conversations without a call. */
export const NO_CALL: CallVariables = unknownCall(() => Date.now());

/** The value for a placeholder; undefined leaves the placeholder unchanged. */
function valueIn(place: Placeholder, { variables, timeZone, secrets }: ToolValues): string | undefined {
  const [group, key] = nameParts(place.name);
  if (group === 'secret')
    return key === undefined || place.fallback !== undefined ? undefined : (secrets.get(key) ?? '');
  if (place.name === 'now') return machineTime(variables.nowMs(), timeZone);
  return variableOf(place, variables);
}

/**
 * Fills in a text of a query or body. Secrets and variables are inserted in one pass, so a value can't contain a
 * placeholder.
 */
export const filledText = (text: string, values: ToolValues): string =>
  fillPlaceholders(text, (place) => valueIn(place, values));

/** A header's value as UTF-8 bytes in a Latin-1 string, the only form that HTTP clients accept. */
export function filledHeader(text: string, values: ToolValues): string {
  const filled = filledText(text, values);
  return filled === text ? text : Buffer.from(filled, 'utf8').toString('latin1');
}

/** Fills in all texts within a body. */
export function filledBody(value: unknown, values: ToolValues): unknown {
  if (typeof value === 'string') return filledText(value, values);
  if (Array.isArray(value)) return value.map((item) => filledBody(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filledBody(inner, values)]));
}

/**
 * The address up to its query, with each value encoded so that it stays within its path segment.
 * @throws PathProblem if a value is missing, or changes the path's structure.
 */
export function filledPath(beforeQuery: string, values: ToolValues): string {
  const filled = fillPlaceholders(beforeQuery, (place) => {
    const value = valueIn(place, values);
    if (value === '') throw new PathProblem(place.name);
    return value === undefined ? undefined : encodeURIComponent(value);
  });
  if (filled === beforeQuery) return filled;
  const before = beforeQuery.split('/').filter(isDots).length;
  if (filled.split('/').filter(isDots).length > before) throw new PathProblem('dots');
  return filled;
}

/** The segments "." and "..", in either spelling (WHATWG URL standard, 4.1). */
const isDots = (segment: string): boolean => /^(\.|%2e){1,2}$/i.test(segment);
