/** Hostile JSON Schemas by kind, with the path to be rejected. */
export interface HostileSchema {
  readonly what: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON Pointer within the schema. */
  readonly refusedAt: string;
}

const objectOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const nested = (
  levels: number,
  wrap: (inner: unknown) => Record<string, unknown>,
): Record<string, unknown> => {
  let schema: Record<string, unknown> = {};
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
};

/** Each level refers to the next twice: 2^30 checks. */
const exponential = Object.fromEntries(
  Array.from({ length: 30 }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, level === 29 ? {} : { allOf: [next, next] }];
  }),
);

export const HOSTILE_SCHEMAS: readonly HostileSchema[] = [
  { what: 'an asynchronous schema', schema: { $async: true, required: ['x'] }, refusedAt: '/$async' },
  { what: 'a schema that is itself', schema: { $ref: '#' }, refusedAt: '/$ref' },
  {
    what: 'a tree of itself',
    schema: objectOf({ left: { $ref: '#' }, right: { $ref: '#' } }),
    refusedAt: '/properties/left/$ref',
  },
  {
    what: 'references without end',
    schema: { $defs: exponential, $ref: '#/$defs/d0' },
    refusedAt: '/$defs',
  },
  { what: 'a reference to elsewhere', schema: { $ref: 'http://127.0.0.1/schema' }, refusedAt: '/$ref' },
  { what: 'a dynamic reference', schema: { $dynamicRef: '#x' }, refusedAt: '/$dynamicRef' },
  { what: 'an id that another tenant has too', schema: { $id: 'https://a.example/s' }, refusedAt: '/$id' },
  { what: 'an anchor', schema: objectOf({ a: { $anchor: 'x' } }), refusedAt: '/properties/a/$anchor' },
  {
    what: 'a vocabulary of its own deeper down',
    schema: objectOf({ a: { $schema: 'http://json-schema.org/draft-07/schema#' } }),
    refusedAt: '/properties/a/$schema',
  },
  {
    what: 'patterns of properties',
    schema: { type: 'object', patternProperties: { '^(a+)+$': {} } },
    refusedAt: '/patternProperties',
  },
  {
    what: 'a pattern that only a backtracking engine knows',
    schema: objectOf({ a: { type: 'string', pattern: '^(?=(a+))\\1b$' } }),
    refusedAt: '/properties/a/pattern',
  },
  {
    what: 'a pattern that repeats repetitions',
    schema: objectOf({ a: { type: 'string', pattern: '(((a{1,10}){1,10}){1,9}){1,9}$' } }),
    refusedAt: '/properties/a/pattern',
  },
  {
    what: 'a pattern of a thousand times',
    schema: objectOf({ a: { type: 'string', pattern: '\\p{L}{1,1000}z' } }),
    refusedAt: '/properties/a/pattern',
  },
  {
    what: 'an endless pattern',
    schema: objectOf({ a: { type: 'string', pattern: 'a?'.repeat(5_000) } }),
    refusedAt: '/properties/a/pattern',
  },
  {
    what: 'more patterns than anybody needs',
    schema: objectOf(
      Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`p${at}`, { pattern: '^a$' }])),
    ),
    refusedAt: '/properties/p10/pattern',
  },
  {
    what: 'a list of allowed values of a megabyte',
    schema: objectOf({ a: { enum: Array.from({ length: 100_000 }, (_, at) => `value ${at}`) } }),
    refusedAt: '/properties/a/enum',
  },
  {
    what: 'one allowed value of a megabyte',
    schema: objectOf({ a: { enum: ['x'.repeat(1_048_576)] } }),
    refusedAt: '/properties/a/enum/0',
  },
  {
    what: 'a description of a megabyte',
    schema: objectOf({ a: { description: 'x'.repeat(1_048_576) } }),
    refusedAt: '/properties/a/description',
  },
  {
    what: 'ten thousand properties',
    schema: objectOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}]))),
    refusedAt: '/properties',
  },
  {
    what: 'more schemas than allowed',
    schema: objectOf(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}`, {}]))),
    refusedAt: '/properties/p499',
  },
  {
    what: 'deeply nested lists',
    schema: objectOf({ a: nested(18, (items) => ({ type: 'array', items })) }),
    refusedAt: `/properties/a${'/items'.repeat(14)}/it…`,
  },
  {
    what: 'a thousand levels of negation',
    schema: { not: nested(1_000, (not) => ({ not })) },
    refusedAt: '/not'.repeat(25).concat('…'),
  },
  {
    what: 'annotations that nest deeply',
    schema: { default: nested(1_000, (a) => ({ a })) },
    refusedAt: `/default${'/a'.repeat(39)}`,
  },
  {
    what: 'too many choices',
    schema: objectOf({ a: { anyOf: Array.from({ length: 21 }, () => ({})) } }),
    refusedAt: '/properties/a/anyOf',
  },
  {
    what: 'allowed values that are objects',
    schema: objectOf({ a: { enum: [{ x: 1 }] } }),
    refusedAt: '/properties/a/enum',
  },
  { what: 'arguments that can be no object', schema: { type: 'array' }, refusedAt: '/type' },
  {
    what: 'a type that there is not',
    schema: objectOf({ a: { type: 'any' } }),
    refusedAt: '/properties/a/type',
  },
  {
    what: 'a name that has slashes',
    schema: objectOf({ 'a/b~': { $ref: '#' } }),
    refusedAt: '/properties/a~1b~0/$ref',
  },
  {
    what: 'conditions',
    schema: { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } },
    refusedAt: '/if',
  },
];
