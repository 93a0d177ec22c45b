import type { JsonObject } from '../../common/json/json-objects.js';

type Kind = 'schema' | 'schemas' | 'named-schemas' | 'number' | 'count' | 'flag' | 'text' | 'left-out';

const NAMES_OF_KINDS: Readonly<Record<Kind, readonly string[]>> = {
  schema: [
    ...['additionalProperties', 'items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
    ...['unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  'named-schemas': ['properties', 'patternProperties', 'dependentSchemas'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  count: [
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
    ...['minContains', 'maxContains'],
  ],
  flag: ['uniqueItems', 'nullable', 'deprecated', 'readOnly', 'writeOnly'],
  text: ['pattern', 'format'],
  // Keywords that are irrelevant to models and could hide prompts.
  'left-out': ['$comment', 'examples', 'example', 'title', 'id', 'definitions', '__proto__'],
};
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(NAMES_OF_KINDS).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as Kind] as const),
  ),
);
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

export function types(content: unknown): string | string[] | undefined {
  const said: unknown[] = Array.isArray(content) ? content : [content];
  const known = said.flatMap((type) => {
    const name = typeof type === 'string' ? type.toLowerCase() : '';
    return TYPES.has(name) ? [name] : [];
  });
  // An unknown type may allow anything.
  if (known.length === 0 || known.length < said.length) return undefined;
  return known.length === 1 ? known[0] : [...new Set(known)];
}

export function names(content: unknown): readonly string[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const found = content.filter((name): name is string => typeof name === 'string');
  return found.length > 0 ? [...new Set(found)] : undefined;
}

/** Removes contradicting keywords: they would match nothing, or make a model's API refuse all tools. */
export function coherent(schema: Record<string, unknown>): JsonObject {
  if (schema['exclusiveMinimum'] === true) {
    schema['exclusiveMinimum'] = schema['minimum'];
    delete schema['minimum'];
  }
  if (schema['exclusiveMaximum'] === true) {
    schema['exclusiveMaximum'] = schema['maximum'];
    delete schema['maximum'];
  }
  const { enum: allowed, type, multipleOf } = schema;
  if (typeof multipleOf === 'number' && multipleOf <= 0) delete schema['multipleOf'];
  if (Array.isArray(allowed)) {
    const fitting = allowed.filter((value) => isOfTypes(value, type));
    if (fitting.length > 0) schema['enum'] = fitting;
    else delete schema['enum'];
  }
  if ('const' in schema && !isOfTypes(schema['const'], type)) delete schema['const'];
  return schema;
}

function isOfTypes(value: unknown, type: unknown): boolean {
  const allowed: unknown[] = Array.isArray(type) ? type : [type];
  const own = typeOf(value);
  return (
    type === undefined || allowed.includes(own) || (allowed.includes('integer') && Number.isInteger(value))
  );
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
