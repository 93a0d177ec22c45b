import type { JsonType, Scalar, SchemaNode } from './schema-node.js';
import { pointerTo } from './schema-size.js';

/** Maximum steps of one check. A step takes about 100 nanoseconds, so a check ends within two milliseconds. */
const MAX_STEPS = 16_000;
const STEPS_A_VALUE = 2;
const CHARACTERS_A_STEP = 4;
/** Pattern instructions per step. */
const INSTRUCTIONS_A_STEP = 2;

export type ArgumentsVerdict =
  | { readonly kind: 'fit' }
  | { readonly kind: 'do-not-fit'; readonly problem: string }
  /** Too large for this schema: the check would block the event loop. */
  | { readonly kind: 'too-complex' };

/** Validates arguments against the schema, with bounded work for any input. Never throws. */
export function checkArguments(schema: SchemaNode, values: unknown): ArgumentsVerdict {
  const check = new Check();
  const problem = check.problemWith(schema, values);
  if (check.isExhausted) return { kind: 'too-complex' };
  if (!problem) return { kind: 'fit' };
  return { kind: 'do-not-fit', problem: `arguments${problem.path} ${problem.message}` };
}

interface Problem {
  /** JSON Pointer from the checked value. Built only for problems, since most values have none. */
  readonly path: string;
  /** Completes "<path> …". */
  readonly message: string;
}

type Verdict = Problem | undefined;

const here = (message: string): Problem => ({ path: '', message });
const EXHAUSTED = here('is too complex');

function under(name: string | number, problem: Verdict): Verdict {
  return problem && { ...problem, path: `${pointerTo('', String(name))}${problem.path}` };
}

/** Each test returns its first problem. After the last step, results are ignored. */
class Check {
  private stepsLeft = MAX_STEPS;

  get isExhausted(): boolean {
    return this.stepsLeft < 0;
  }

  problemWith(schema: SchemaNode, value: unknown): Verdict {
    if (!this.spend(STEPS_A_VALUE)) return EXHAUSTED;
    if (schema.types && !isOfType(schema.types, value))
      return here(`must be ${[...schema.types].join(' or ')}`);
    if (schema.allowed && !schema.allowed.has(value as Scalar))
      return here('must be one of the allowed values');
    return this.problemOfKind(schema, value) ?? this.problemOfBranches(schema, value);
  }

  private problemOfKind(schema: SchemaNode, value: unknown): Verdict {
    if (typeof value === 'string') return this.problemOfText(schema, value);
    if (typeof value === 'number') return problemOfNumber(schema, value);
    if (Array.isArray(value)) return this.problemOfList(schema, value);
    return typeof value === 'object' && value !== null ? this.problemOfObject(schema, value) : undefined;
  }

  private problemOfText({ minLength, maxLength, pattern }: SchemaNode, text: string): Verdict {
    if (minLength !== undefined || maxLength !== undefined) {
      if (!this.spend(text.length / CHARACTERS_A_STEP)) return EXHAUSTED;
      const length = charactersIn(text);
      if (length < (minLength ?? 0)) return here(`must have at least ${minLength} characters`);
      if (length > (maxLength ?? Infinity)) return here(`must have at most ${maxLength} characters`);
    }
    if (!pattern) return undefined;
    if (!this.spend(pattern.costOf(text) / INSTRUCTIONS_A_STEP)) return EXHAUSTED;
    return pattern.isFoundIn(text) ? undefined : here('must match the pattern');
  }

  private problemOfList(schema: SchemaNode, list: readonly unknown[]): Verdict {
    const { minItems = 0, maxItems = Infinity, items, uniqueItems } = schema;
    if (list.length < minItems) return here(`must have at least ${minItems} items`);
    if (list.length > maxItems) return here(`must have at most ${maxItems} items`);
    if (uniqueItems && this.hasRepetition(list)) return here('must not have the same item twice');
    if (!items) return undefined;
    for (const [index, item] of list.entries()) {
      const problem = this.problemWith(items, item);
      if (problem) return under(index, problem);
    }
    return undefined;
  }

  private problemOfObject(schema: SchemaNode, value: object): Verdict {
    const { properties, required = [], others, minProperties = 0, maxProperties = Infinity } = schema;
    if (!this.spend(required.length)) return EXHAUSTED;
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return under(missing, here('is missing'));
    const entries = Object.entries(value);
    if (!this.spend(entries.length)) return EXHAUSTED;
    if (entries.length < minProperties) return here(`must have at least ${minProperties} properties`);
    if (entries.length > maxProperties) return here(`must have at most ${maxProperties} properties`);
    for (const [name, inner] of entries) {
      const known = properties?.get(name) ?? others;
      if (known === false) return under(name, here('is not known'));
      const problem = known && this.problemWith(known, inner);
      if (problem) return under(name, problem);
    }
    return undefined;
  }

  private problemOfBranches({ allOf, anyOf, oneOf, not }: SchemaNode, value: unknown): Verdict {
    for (const branch of allOf ?? []) {
      const problem = this.problemWith(branch, value);
      if (problem) return problem;
    }
    const fits = (branch: SchemaNode) => this.problemWith(branch, value) === undefined;
    if (anyOf && !anyOf.some(fits)) return here('must fit one of the choices');
    if (oneOf && oneOf.filter(fits).length !== 1) return here('must fit exactly one of the choices');
    return not && fits(not) ? here('must not be like that') : undefined;
  }

  /** Items are equal if their JSON is. */
  private hasRepetition(list: readonly unknown[]): boolean {
    const seen = new Set<string>();
    for (const item of list) {
      const text = JSON.stringify(item);
      if (!this.spend(STEPS_A_VALUE + text.length / CHARACTERS_A_STEP) || seen.has(text)) return true;
      seen.add(text);
    }
    return false;
  }

  private spend(steps: number): boolean {
    this.stepsLeft -= steps;
    return this.stepsLeft >= 0;
  }
}

/** JSON Schema counts Unicode characters: a surrogate pair is one. */
function charactersIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index++;
    count++;
  }
  return count;
}

function problemOfNumber(schema: SchemaNode, value: number): Verdict {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) return here(`must be >= ${minimum}`);
  if (maximum !== undefined && value > maximum) return here(`must be <= ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return here(`must be > ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return here(`must be < ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return here(`must be a multiple of ${multipleOf}`);
  return undefined;
}

/** 0.3 is a multiple of 0.1, although their quotient is 2.9999999999999996. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient));
}

function isOfType(types: ReadonlySet<JsonType>, value: unknown): boolean {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  const type = typeof value;
  return (type === 'string' || type === 'boolean' || type === 'object') && types.has(type);
}
