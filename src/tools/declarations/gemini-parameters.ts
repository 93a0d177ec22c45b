import { isObject, type JsonObject } from '../../common/json/json-objects.js';
import { type Draft, joinTexts, once, plainObject, requiredOf, told, typesOf } from './json-schema.js';

/**
 * Converts a tool's parameters to the `Schema` of Gemini's Live API, a small part of OpenAPI 3.0
 * (https://ai.google.dev/api/caching#Schema). It supports no other keywords, no lists of types and only text enums, and
 * anything else ends the session. `parametersJsonSchema` supports more, but the Live API does not read it: calls arrive
 * without arguments (https://github.com/googleapis/python-genai/issues/1147). Unsupported keywords move into the
 * description. Returns undefined for a tool without parameters, because Gemini refuses empty object properties.
 */
export const geminiParameters = once((parameters) => {
  const taken = objectTaken(parameters);
  return isObject(taken['properties']) ? taken : undefined;
});

/** Supported keywords by type; `told` describes the rest in words. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: [],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems'],
  object: [],
};
const FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};
/** Keywords that are handled here or irrelevant to a model. */
const READ = new Set([
  ...['type', 'description', 'nullable', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems'],
  ...['anyOf', 'oneOf', 'allOf', 'title', 'deprecated', 'readOnly', 'writeOnly'],
]);

function taken(value: unknown): JsonObject {
  if (!isObject(value)) return anything({});
  const { nullable, ...schema } = value;
  const types = typesFor(schema);
  const isNullable = nullable === true || types.includes('null');
  const named = types.filter((type) => type !== 'null' && type in KEPT);
  if (named.length > 1)
    return choice(
      named.map((type) => ofType({ ...schema, type }, type)),
      undefined,
      isNullable,
    );
  const [type] = named;
  if (type !== undefined) return nullableIf(isNullable, ofType(schema, type));
  const branches = alternatives(schema);
  if (!branches) return nullableIf(isNullable, anything(schema));
  const present = branches.filter((branch) => !isNull(branch));
  return choice(present.map(taken), schema['description'], isNullable || present.length < branches.length);
}

/** The types that a schema names or that its keywords imply. */
function typesFor(schema: JsonObject): readonly string[] {
  const types = typesOf(schema).filter((type): type is string => typeof type === 'string');
  if (types.length > 0) return types;
  if ('properties' in schema || 'patternProperties' in schema || 'additionalProperties' in schema)
    return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  const texts = textsIn(schema);
  return texts && texts.length > 0 ? ['string'] : [];
}

function alternatives({ anyOf, oneOf, allOf }: JsonObject): readonly unknown[] | undefined {
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches) && branches.length > 0) return branches as unknown[];
  if (!Array.isArray(allOf) || allOf.length === 0) return undefined;
  return [allOf.filter(isObject).reduce<JsonObject>((all, part) => ({ ...all, ...part }), {})];
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) && (schema['type'] === 'null' || ('const' in schema && schema['const'] === null));

/** Gemini allows no other keyword beside alternatives. */
function choice(branches: readonly JsonObject[], description: unknown, isNullable: boolean): JsonObject {
  const [only, ...more] = branches.map((branch) => {
    const words = joinTexts(description, branch['description']);
    return nullableIf(isNullable, words === '' ? branch : { ...branch, description: words });
  });
  if (!only) return nullableIf(isNullable, anything({ description }));
  return more.length === 0 ? only : { anyOf: [only, ...more] };
}

const nullableIf = (isNullable: boolean, schema: JsonObject): JsonObject =>
  isNullable ? { ...schema, nullable: true } : schema;

/** Gemini requires a type for each schema. */
function anything(schema: JsonObject): JsonObject {
  const { description, ...rest } = schema;
  const words = joinTexts(description, 'Any value, as JSON.');
  return told({ type: 'STRING', description: words }, leftOf(rest, 'string'));
}

function ofType(schema: JsonObject, type: string): JsonObject {
  if (type === 'object') return objectTaken(schema);
  const { description } = schema;
  const node: Draft = { type: type.toUpperCase(), ...(typeof description === 'string' && { description }) };
  if (type === 'array') node['items'] = itemsOf(schema);
  for (const keyword of KEPT[type] ?? []) if (keyword in schema) node[keyword] = schema[keyword];
  const { format } = schema;
  if (FORMATS[type]?.includes(format) === true) node['format'] = format;
  const texts = type === 'string' ? textsIn(schema) : undefined;
  if (texts && texts.length > 0) node['enum'] = texts;
  const left = leftOf(schema, type);
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (values !== undefined && !texts) left['enum'] = values;
  return told(node, left);
}

function objectTaken(schema: JsonObject): JsonObject {
  const { description, properties, ...rest } = plainObject(schema);
  const given = isObject(properties) ? Object.entries(properties).filter(([, inner]) => inner !== false) : [];
  const names = new Set(given.map(([name]) => name));
  const required = requiredOf(rest).filter((name) => names.has(name));
  return told(
    {
      type: 'OBJECT',
      ...(description !== undefined && { description }),
      ...(given.length > 0 && {
        properties: Object.fromEntries(given.map(([name, inner]) => [name, taken(inner)])),
      }),
      ...(required.length > 0 && { required }),
    },
    leftOf(rest, 'object'),
  );
}

/** Gemini has no tuples: any item may match any of the tuple's schemas. */
function itemsOf({ items, prefixItems }: JsonObject): JsonObject {
  const places: unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  if (places.length === 0) return taken(items);
  const different = new Map(places.map((place) => [JSON.stringify(place), place]));
  return taken({ anyOf: [...different.values()] });
}

/** The enum values if all are texts, otherwise undefined. */
function textsIn(schema: JsonObject): readonly string[] | undefined {
  const allowed: unknown = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (!Array.isArray(allowed)) return undefined;
  const given = allowed.filter((value) => value !== null && value !== '');
  return given.every((value): value is string => typeof value === 'string') ? given : undefined;
}

function leftOf(schema: JsonObject, type: string): Draft {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, content]) =>
        !READ.has(keyword) &&
        KEPT[type]?.includes(keyword) !== true &&
        !(keyword === 'format' && FORMATS[type]?.includes(content) === true) &&
        // Matters for validation only, not for the model.
        !(keyword === 'additionalProperties' && typeof content === 'boolean'),
    ),
  );
}
