import { nameParts, type Placeholder } from './placeholders.js';

export type VariableValue = string | number | boolean;
export type VariableValues = Readonly<Record<string, unknown>>;

/** Values of the call that a document may reference. */
export interface CallVariables {
  /** Caller and called number, if known. */
  readonly caller: string | undefined;
  readonly callee: string | undefined;
  /** Current time, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Attributes of the variant. */
  readonly variant: VariableValues;
  /** Real-time config of the environment. */
  readonly config: VariableValues;
  /** From the token or from the request that started the call. */
  readonly call: VariableValues;
}

/** Groups with user-defined names. */
const GROUPS = ['variant', 'config', 'call'] as const;

/** Variables of a call without any known values. */
export function unknownCall(nowMs: () => number): CallVariables {
  return { caller: undefined, callee: undefined, nowMs, variant: {}, config: {}, call: {} };
}

/** Maximum characters of a value, from outside and from the account. */
const MAX_FROM_OUTSIDE = 500;
const MAX_OWN = 4_000;

/**
 * Invisible characters: control characters, bidirectional marks, and tag characters, which can hide instructions
 * (Unicode 16, 23.9).
 */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/** The value of a name, on one line and truncated; undefined without one. The place formats `now`. */
export function valueOf(name: string, variables: CallVariables): VariableValue | undefined {
  const [group, key] = nameParts(name);
  if (key === undefined) {
    if (name !== 'caller' && name !== 'callee') return undefined;
    return cleaned(variables[name], MAX_FROM_OUTSIDE);
  }
  const known = GROUPS.find((one) => one === group);
  const values = known && variables[known];
  const value = values && Object.hasOwn(values, key) ? values[key] : undefined;
  return cleaned(value, known === 'call' ? MAX_FROM_OUTSIDE : MAX_OWN);
}

/** Whether calls can have a value for the name; other names are plain text. */
export function isVariable({ name }: Placeholder): boolean {
  const [group, key] = nameParts(name);
  if (key === undefined) return ['caller', 'callee', 'now'].includes(name);
  return GROUPS.some((one) => one === group);
}

/** The value or default for a placeholder; undefined for an unknown name without a default. */
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
