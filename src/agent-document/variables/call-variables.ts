import { partsOf, type Placeholder } from './placeholders.js';

export type VariableValue = string | number | boolean;
export type VariableValues = Readonly<Record<string, unknown>>;

/** What a document may refer to of the call that it is used in. */
export interface CallVariables {
  /** Who calls and who is called, as far as the call tells. */
  readonly caller: string | undefined;
  readonly callee: string | undefined;
  /** Now, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Attributes of the variant. */
  readonly variant: VariableValues;
  /** Real-time config of the environment. */
  readonly config: VariableValues;
  /** What the token or the order of the call brought along. */
  readonly call: VariableValues;
}

/** Groups whose values have names of their own. */
const GROUPS = ['variant', 'config', 'call'] as const;

/** Variables of a call of which nothing is known. */
export function unknownCall(nowMs: () => number): CallVariables {
  return { caller: undefined, callee: undefined, nowMs, variant: {}, config: {}, call: {} };
}

/** Longest value that is put in: what comes from outside, and what the account itself keeps. */
const MAX_FROM_OUTSIDE = 500;
const MAX_OWN = 4_000;

/**
 * What nobody sees or says: control characters, marks that turn the direction of writing around, and the invisible
 * alphabet, in which instructions can be hidden (Unicode 16, 23.9).
 */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/**
 * The value of a name, on one line and bounded; undefined when there is none. `now` is left to the place, which knows
 * how to write it.
 */
export function valueOf(name: string, variables: CallVariables): VariableValue | undefined {
  const [group, key] = partsOf(name);
  if (key === undefined) {
    if (name !== 'caller' && name !== 'callee') return undefined;
    return cleaned(variables[name], MAX_FROM_OUTSIDE);
  }
  const known = GROUPS.find((one) => one === group);
  const values = known && variables[known];
  const value = values && Object.hasOwn(values, key) ? values[key] : undefined;
  return cleaned(value, known === 'call' ? MAX_FROM_OUTSIDE : MAX_OWN);
}

/** Whether the name is one that calls can have a value for; others are text of which nothing is known. */
export function isVariable({ name }: Placeholder): boolean {
  const [group, key] = partsOf(name);
  if (key === undefined) return ['caller', 'callee', 'now'].includes(name);
  return GROUPS.some((one) => one === group);
}

/** What stands in the place of a variable; undefined where it is none that calls know, and has no default. */
export function variableOf(place: Placeholder, variables: CallVariables): string | undefined {
  const value = valueOf(place.name, variables);
  if (value !== undefined && value !== '') return String(value);
  return place.fallback ?? (isVariable(place) ? '' : undefined);
}

function cleaned(value: unknown, maxLength: number): VariableValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text
    .replace(INVISIBLE, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Surrogate}$/u, '');
}
