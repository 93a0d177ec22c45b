/** Parts of a schema once all references are in their places; more is a bomb. */
const MAX_PARTS = 5_000;
const MAX_DEPTH = 40;

/** Where generators of schemas keep what they refer to. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);

type Part = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema with the parts of its own that it refers to (`"$ref": "#/$defs/Guest"`) in their places, as generators
 * of schemas write them and the safe subset does not have them. Undefined where it refers to anything else, to itself
 * in a circle, or becomes too large.
 */
export function withoutReferences(schema: unknown): unknown {
  if (!refersToAnything(schema)) return schema;
  try {
    const { $defs: _defs, definitions: _definitions, ...rest } = isObject(schema) ? schema : {};
    return new Inliner(schema).inlined(rest, [], 0);
  } catch (error) {
    if (error instanceof Unresolvable) return undefined;
    throw error;
  }
}

class Unresolvable extends Error {}

class Inliner {
  private parts = 0;

  constructor(private readonly root: unknown) {}

  /** @param within References that this is part of. */
  inlined(value: unknown, within: readonly string[], depth: number): unknown {
    if (++this.parts > MAX_PARTS || depth > MAX_DEPTH) throw new Unresolvable();
    if (Array.isArray(value)) return value.map((one) => this.inlined(one, within, depth + 1));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const own = Object.fromEntries(
      Object.entries(beside)
        .filter(([name, inner]) => !(DEFINITIONS.has(name) && isObject(inner) && depth === 0))
        .map(([name, inner]) => [name, this.inlined(inner, within, depth + 1)]),
    );
    // An argument may have that name, too.
    if (typeof $ref !== 'string')
      return $ref === undefined ? own : { ...own, $ref: this.inlined($ref, within, depth + 1) };
    if (within.includes($ref)) throw new Unresolvable();
    const meant = this.inlined(this.target($ref), [...within, $ref], depth + 1);
    return isObject(meant) ? { ...meant, ...own } : meant;
  }

  /** @throws Unresolvable what is no JSON Pointer (RFC 6901) to a part of the schema itself */
  private target(reference: string): unknown {
    if (!reference.startsWith('#/')) throw new Unresolvable();
    return reference
      .slice(2)
      .split('/')
      .map((name) => decoded(name).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((part, name) => {
        if ((isObject(part) || Array.isArray(part)) && Object.hasOwn(part, name)) return (part as Part)[name];
        throw new Unresolvable();
      }, this.root);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Unresolvable();
  }
}

function refersToAnything(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false;
  if (isObject(value) && typeof value['$ref'] === 'string') return true;
  return Object.values(value).some((inner) => refersToAnything(inner, depth + 1));
}

const isObject = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
