/** Accepted schemas with their most expensive arguments, which a model might be made to send. */
export interface HostileArguments {
  readonly what: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

/** Nested levels with the same choice, each as wide as a schema allows. */
function choices(keyword: 'allOf' | 'anyOf' | 'oneOf', width: number, last: object): object {
  return { [keyword]: many(width, { [keyword]: many(width, last) }) };
}

const listOf = (items: object) => ({ type: 'object', properties: { list: { type: 'array', items } } });
const text = (pattern: string) => ({ type: 'object', properties: { text: { type: 'string', pattern } } });

export const HOSTILE_ARGUMENTS: readonly HostileArguments[] = [
  ...(['allOf', 'anyOf', 'oneOf'] as const).map((keyword) => ({
    what: `items that each try 400 branches of ${keyword}`,
    schema: listOf(choices(keyword, 20, keyword === 'allOf' ? { type: 'number' } : { type: 'string' })),
    values: { list: many(15_000, 7) },
  })),
  {
    what: 'items that are all different',
    schema: listOf({ uniqueItems: true, type: 'array' }),
    values: {
      list: many(
        100,
        Array.from({ length: 300 }, (_, at) => at),
      ),
    },
  },
  {
    what: 'a long text, looked at by every branch',
    schema: {
      type: 'object',
      properties: { text: choices('allOf', 20, { minLength: 1, maxLength: 1_000_000 }) },
    },
    values: { text: 'é'.repeat(30_000) },
  },
  ...[
    '^(a+)+$',
    '(x+x+)+y',
    '(.*)(.*)(.*)(.*)(.*)(.*)[^a]$',
    '^(a?){20}a{20}$',
    '(?i)(a|A|b|B|.){1,9}$',
    '^(\\w+\\s?)*$',
  ].flatMap((pattern) =>
    [250, 3_000, 30_000].map((length) => ({
      what: `the pattern ${pattern} and a text of ${length} characters`,
      schema: text(pattern),
      values: { text: `${'a'.repeat(length)}!` },
    })),
  ),
  {
    what: 'a list of texts, each for a pattern',
    schema: listOf({ type: 'string', pattern: '^(a?){20}a{20}$' }),
    values: { list: many(200, 'a'.repeat(100)) },
  },
  {
    what: 'names that no schema names, as many as fit',
    schema: { type: 'object', additionalProperties: { anyOf: many(20, { type: 'string', maxLength: 1 }) } },
    values: Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`n${at}`, at])),
  },
  {
    what: 'names out of the prototype',
    schema: { type: 'object', properties: { a: {} }, additionalProperties: false },
    values: JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}') as Record<string, unknown>,
  },
  // Rejected schemas are never used for validation; this is the largest accepted one.
  {
    what: 'a schema of 400 properties, each with a list of values',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 400 }, (_, at) => [`p${at}`, { enum: [`a${at}`, `b${at}`, `c${at}`] }]),
      ),
    },
    values: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, `c${at}`])),
  },
];
