import { type Operation } from './operations.js';

/** Must not be repeated by a refusal: long, and unique in its run of one letter. */
export const MARKER = 'q'.repeat(5_000);

/** The part of JSON Schema that defines a body's fields. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The components of an OpenAPI document. */
export type Schemas = Readonly<Record<string, Schema>>;

type Path = readonly (string | number)[];

/** A body or query with one fault that contains the marker. */
export interface MarkedRequest {
  readonly what: string;
  /** The refusal must name one of these. */
  readonly names: readonly string[];
  readonly body?: unknown;
  /** Name and value of a query parameter. */
  readonly parameter?: readonly [name: string, value: string];
}

/** Recursion limit for recursive schemas. */
const DEPTH = 7;

/** Each field with an overlong text and a wrong type, and an unknown field in each object. */
export function markedBodies(operation: Operation, schemas: Schemas): MarkedRequest[] {
  if (!operation.bodySchema || operation.body === undefined) return [];
  const base = operation.body;
  const schema = operation.bodySchema as Schema;
  const marked = (what: string, path: Path, name: string, value: unknown): MarkedRequest => ({
    what: `${what} at ${path.join('.').slice(0, 100)}`,
    names: namesFor(base, path, name),
    body: new Samples(schemas).withValueAt(schema, base, path, value),
  });
  const root: Path = [];
  const { fields, objects } = placesOf(schema, schemas, root);
  return [
    ...fields.flatMap((path) => {
      const name = String(path.findLast((part) => typeof part === 'string'));
      return [
        marked('a long text', path, name, MARKER),
        marked('an object', path, name, { [MARKER]: MARKER }),
        marked('a list', path, name, [MARKER]),
      ];
    }),
    ...[root, ...objects].map((path) => marked('an unknown field', [...path, MARKER], 'qqq', 1)),
  ];
}

/** Each query parameter with the marker as value, and an unknown one. */
export function markedQueries({ queryParameters }: Operation): MarkedRequest[] {
  if (queryParameters.length === 0) return [];
  const known = queryParameters.map((name): MarkedRequest => ({
    ...{ what: `parameter ${name}`, names: [name], parameter: [name, MARKER] },
  }));
  return [...known, { what: 'an unknown parameter', names: ['qqq'], parameter: [MARKER, '1'] }];
}

/** The fields of a body, and their fields. */
function placesOf(schema: Schema, schemas: Schemas, path: Path): { fields: Path[]; objects: Path[] } {
  const fields: Path[] = [];
  const objects: Path[] = [];
  if (path.length > DEPTH) return { fields, objects };
  const whole = resolved(schema, schemas);
  const add = (inner: Schema, place: Path) => {
    const below = placesOf(inner, schemas, place);
    fields.push(...below.fields);
    objects.push(...below.objects);
  };
  for (const part of [whole.anyOf, whole.oneOf, whole.allOf].flatMap((list) => list ?? [])) add(part, path);
  if (whole.items) add(whole.items, [...path, 0]);
  if (whole.properties && path.length > 0) objects.push(path);
  for (const [name, inner] of Object.entries(whole.properties ?? {})) {
    fields.push([...path, name]);
    add(inner, [...path, name]);
  }
  const unique = (paths: Path[]) => [...new Map(paths.map((one) => [JSON.stringify(one), one])).values()];
  return { fields: unique(fields), objects: unique(objects) };
}

/** The field itself, or its parent when that had to be created and may lack other fields. */
function namesFor(base: unknown, path: Path, name: string): string[] {
  const made = path.slice(0, -1).findIndex((_part, index) => !isThere(base, path.slice(0, index + 1)));
  const parents = made < 0 ? [] : path.slice(made, -1).filter((part) => typeof part === 'string');
  return [name, ...parents];
}

function isThere(base: unknown, path: Path): boolean {
  let value = base;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = Reflect.get(value, part);
  }
  return true;
}

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const EMPTY: Readonly<Record<string, unknown>> = { string: 'a', number: 1, integer: 1, boolean: true };

/** Creates a marked field's parents when the operation's example has none. */
class Samples {
  constructor(private readonly schemas: Schemas) {}

  /** A copy of `base` with the value at a path; missing parents are created with their required fields. */
  withValueAt(schema: Schema | undefined, base: unknown, path: Path, value: unknown): unknown {
    const [part, ...rest] = path;
    if (part === undefined) return value;
    const parts = this.partsOf(schema);
    if (typeof part === 'number') {
      const inner = parts.find(({ items }) => items)?.items;
      const list: unknown[] = Array.isArray(base) ? base : [];
      return [this.withValueAt(inner, list[part], rest, value), ...list.slice(1)];
    }
    const whole = parts.find(({ properties }) => properties?.[part]) ?? parts[0];
    const object = isObject(base) ? base : (this.required(whole) as object);
    const inner = whole?.properties?.[part];
    return { ...object, [part]: this.withValueAt(inner, Reflect.get(object, part), rest, value) };
  }

  /** The schema and its alternatives. */
  private partsOf(schema: Schema | undefined): Schema[] {
    if (schema === undefined) return [];
    const whole = resolved(schema, this.schemas);
    const inner = [whole.allOf, whole.anyOf, whole.oneOf].flatMap((list) => list ?? []);
    return [whole, ...inner.flatMap((part) => this.partsOf(part))];
  }

  private required(whole: Schema | undefined): unknown {
    const names = whole?.required ?? [];
    return Object.fromEntries(names.map((name) => [name, this.valueOf(whole?.properties?.[name])]));
  }

  private valueOf(schema: Schema | undefined): unknown {
    const [whole, ...others] = this.partsOf(schema);
    if (!whole) return 'a';
    if (whole.const !== undefined) return whole.const;
    if (whole.enum) return whole.enum[0];
    const type = [whole.type ?? []].flat()[0];
    if (type === 'object') return this.required(whole);
    if (type === 'array') return Array.from({ length: whole.minItems ?? 0 }, () => this.valueOf(whole.items));
    if (type === undefined && others[0]) return this.valueOf(others[0]);
    return whole.minimum ?? EMPTY[type ?? 'string'];
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
