import {
  type Draft,
  isObject,
  joined,
  type Json,
  once,
  plainObject,
  requiredOf,
  told,
  typesOf,
} from './json-schema.js';

/**
 * A tool's parameters as Gemini's Live API takes them: its own `Schema`, a small part of OpenAPI 3.0
 * (https://ai.google.dev/api/caching#Schema). It knows no other keyword, no lists of types, and enums of texts only, and
 * ends the session over any. `parametersJsonSchema` takes more, but the Live API does not read it: calls come without
 * arguments (https://github.com/googleapis/python-genai/issues/1147). What it does not take is told in words.
 * Undefined where a tool takes nothing: the properties of an object must not be empty there.
 */
export const geminiParameters = once((parameters) => {
  const taken = objectTaken(parameters);
  return isObject(taken['properties']) ? taken : undefined;
});

/** What is left to `told`, by type. */
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
/** What is read here, or means nothing to a model. */
const READ = new Set([
  ...['type', 'description', 'nullable', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems'],
  ...['anyOf', 'oneOf', 'allOf', 'title', 'deprecated', 'readOnly', 'writeOnly'],
]);

function taken(value: unknown): Json {
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

/** The types that a schema names, or that its keywords belong to. */
function typesFor(schema: Json): readonly string[] {
  const types = typesOf(schema).filter((type): type is string => typeof type === 'string');
  if (types.length > 0) return types;
  if ('properties' in schema || 'patternProperties' in schema || 'additionalProperties' in schema)
    return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  const texts = textsIn(schema);
  return texts && texts.length > 0 ? ['string'] : [];
}

function alternatives({ anyOf, oneOf, allOf }: Json): readonly unknown[] | undefined {
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches) && branches.length > 0) return branches as unknown[];
  if (!Array.isArray(allOf) || allOf.length === 0) return undefined;
  return [allOf.filter(isObject).reduce<Json>((all, part) => ({ ...all, ...part }), {})];
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) && (schema['type'] === 'null' || ('const' in schema && schema['const'] === null));

/** With alternatives nothing else may stand beside them. */
function choice(branches: readonly Json[], description: unknown, isNullable: boolean): Json {
  const [only, ...more] = branches.map((branch) => {
    const words = joined(description, branch['description']);
    return nullableIf(isNullable, words === '' ? branch : { ...branch, description: words });
  });
  if (!only) return nullableIf(isNullable, anything({ description }));
  return more.length === 0 ? only : { anyOf: [only, ...more] };
}

const nullableIf = (isNullable: boolean, schema: Json): Json =>
  isNullable ? { ...schema, nullable: true } : schema;

/** Each schema must have a type. */
function anything(schema: Json): Json {
  const { description, ...rest } = schema;
  const words = joined(description, 'Any value, as JSON.');
  return told({ type: 'STRING', description: words }, leftOf(rest, 'string'));
}

function ofType(schema: Json, type: string): Json {
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

function objectTaken(schema: Json): Json {
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

/** Of a list whose places differ, each place may be anything that one of them is. */
function itemsOf({ items, prefixItems }: Json): Json {
  const places: unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  if (places.length === 0) return taken(items);
  const different = new Map(places.map((place) => [JSON.stringify(place), place]));
  return taken({ anyOf: [...different.values()] });
}

/** The texts that are allowed; undefined where something else is, or anything. */
function textsIn(schema: Json): readonly string[] | undefined {
  const allowed: unknown = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (!Array.isArray(allowed)) return undefined;
  const given = allowed.filter((value) => value !== null && value !== '');
  return given.every((value): value is string => typeof value === 'string') ? given : undefined;
}

function leftOf(schema: Json, type: string): Draft {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, content]) =>
        !READ.has(keyword) &&
        KEPT[type]?.includes(keyword) !== true &&
        !(keyword === 'format' && FORMATS[type]?.includes(content) === true) &&
        // Said to whom checks, not to whom asks.
        !(keyword === 'additionalProperties' && typeof content === 'boolean'),
    ),
  );
}
