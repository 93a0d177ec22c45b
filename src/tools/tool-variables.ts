import {
  type CallVariables,
  fillPlaceholders,
  machineTime,
  type Placeholder,
  partsOf,
  unknownCall,
  variableOf,
} from '../agent-document/index.js';

/** What one request of a tool may have put into it. */
export interface ToolValues {
  readonly variables: CallVariables;
  readonly timeZone: string | undefined;
  /** Values of secrets, by name. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** A path would lead elsewhere than its author meant. */
export class PathProblem extends Error {}

/** Variables of conversations that are held without a call. */
export const NO_CALL: CallVariables = unknownCall(() => Date.now());

/** What goes in place of a reference; undefined leaves it as it stands. */
function valueIn(place: Placeholder, { variables, timeZone, secrets }: ToolValues): string | undefined {
  const [group, key] = partsOf(place.name);
  if (group === 'secret')
    return key === undefined || place.fallback !== undefined ? undefined : (secrets.get(key) ?? '');
  if (place.name === 'now') return machineTime(variables.nowMs(), timeZone);
  return variableOf(place, variables);
}

/** A text of a query or body. Secrets and variables are put in at once, so that none can bring the other along. */
export const filledText = (text: string, values: ToolValues): string =>
  fillPlaceholders(text, (place) => valueIn(place, values));

/** A header's value. UTF-8, which HTTP carries as it is, though its clients take Latin-1 only. */
export function filledHeader(text: string, values: ToolValues): string {
  const filled = filledText(text, values);
  return filled === text ? text : Buffer.from(filled, 'utf8').toString('latin1');
}

/** All texts within a body. */
export function filledBody(value: unknown, values: ToolValues): unknown {
  if (typeof value === 'string') return filledText(value, values);
  if (Array.isArray(value)) return value.map((item) => filledBody(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filledBody(inner, values)]));
}

/**
 * The address up to its query, with each value encoded so that it stays within its segment.
 * @throws PathProblem where a value is missing, or leads to another place in the path.
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

/** Segments that mean "here" and "one up", spelled either way (WHATWG URL standard, 4.1). */
const isDots = (segment: string): boolean => /^(\.|%2e){1,2}$/i.test(segment);
