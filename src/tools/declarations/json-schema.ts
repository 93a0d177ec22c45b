import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../common/json/json-objects.js';

/** JSON Schema, before conversion to a provider's dialect. */

export type Draft = Record<string, unknown>;

/** Characters of unsupported keywords that are added to a description. */
const MAX_TOLD = 300;

/** Describes keywords that a provider does not support in the description. */
export function told(node: Draft, left: Draft): JsonObject {
  if (Object.keys(left).length === 0) return node;
  const rule = JSON.stringify(left);
  const shown = rule.length > MAX_TOLD ? `${rule.slice(0, MAX_TOLD)}…` : rule;
  return { ...node, description: joinTexts(node['description'], `Must also fit this JSON Schema: ${shown}`) };
}

export const joinTexts = (...texts: readonly unknown[]): string =>
  texts.filter((text) => typeof text === 'string' && text !== '').join(' ');

/**
 * Flattens a schema to one object without branches at its top. Properties in `allOf`, `anyOf` and `oneOf` become its
 * own; the description names the properties of each branch.
 */
export function plainObject(schema: JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, not: _not, enum: _enum, const: _const, nullable: _nullable, ...rest } = schema;
  const all = [rest, ...branchesIn(allOf)];
  const choices = branchesIn(anyOf ?? oneOf);
  // Dependent schemas may declare further properties.
  const conditional = [
    rest['then'],
    rest['else'],
    ...Object.values(isObject(rest['dependentSchemas']) ? rest['dependentSchemas'] : {}),
  ];
  const properties = {
    ...mergedProperties(conditional.filter(isObject)),
    ...mergedProperties([...all, ...choices]),
  };
  const required = new Set(all.flatMap(requiredOf));
  const [first, ...others] = choices.map((choice) => new Set(requiredOf(choice)));
  for (const name of first ?? []) if (others.every((other) => other.has(name))) required.add(name);
  const plain: Draft = { ...rest, type: 'object', properties };
  delete plain['required'];
  if (required.size > 0) plain['required'] = [...required];
  if (choices.length === 0) return plain;
  // Another branch may allow properties that this one forbids.
  if (plain['additionalProperties'] === false) delete plain['additionalProperties'];
  const wanted = choices.map(requiredOf);
  return wanted.every(({ length }) => length === 0)
    ? plain
    : told(plain, { anyOf: wanted.map((names) => ({ required: names })) });
}

const branchesIn = (branches: unknown): readonly JsonObject[] =>
  Array.isArray(branches) ? branches.filter(isObject).map(plainObject) : [];

export function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

/** A property declared in several schemas may match any of them. */
function mergedProperties(schemas: readonly JsonObject[]): JsonObject {
  const found = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = found.get(name);
      if (!known) found.set(name, [schema]);
      else if (!known.some((one) => isDeepStrictEqual(one, schema))) known.push(schema);
    }
  }
  const either = (all: readonly unknown[]) => (all.length > 1 ? { anyOf: all } : all[0]);
  return Object.fromEntries([...found].map(([name, all]) => [name, either(all)]));
}

/** Memoizes a conversion by its schema object, because each request sends the schemas. */
export function once<T>(change: (schema: JsonObject) => T): (schema: JsonObject) => T {
  const known = new WeakMap<JsonObject, { readonly changed: T }>();
  return (schema) => {
    const found = known.get(schema) ?? { changed: change(schema) };
    known.set(schema, found);
    return found.changed;
  };
}

export const typesOf = ({ type }: JsonObject): readonly unknown[] =>
  type === undefined ? [] : [type].flat();
