import { heldMs } from './support/held-ms.js';
import { HOSTILE_ARGUMENTS } from './support/hostile-arguments.js';
import { HOSTILE_SCHEMAS } from './support/hostile-schemas.js';
import { checkArguments, parseArgumentSchema } from '../../src/agent-document/tool-arguments/index.js';

/** How long one tenant may block all others. */
const MAX_HELD_MS = 5;

function parsed(schema: unknown) {
  const result = parseArgumentSchema(schema);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.schema;
}

const verdictOn = (schema: unknown, values: unknown) => checkArguments(parsed(schema), values);

describe('tool schema', () => {
  it.each(HOSTILE_SCHEMAS)('is rejected quickly with its path for $what', ({ schema, refusedAt }) => {
    const result = parseArgumentSchema(schema);
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toContain(refusedAt);
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
    expect(heldMs(() => parseArgumentSchema(schema))).toBeLessThan(MAX_HELD_MS);
  });

  it.each(HOSTILE_ARGUMENTS)('takes bounded time for $what', ({ schema, values }) => {
    expect(heldMs(() => parseArgumentSchema(schema))).toBeLessThan(MAX_HELD_MS);
    const ready = parsed(schema);
    expect(heldMs(() => checkArguments(ready, values))).toBeLessThan(MAX_HELD_MS);
  });

  it('may have the form that schema generators write', () => {
    const booking = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'Booking',
      type: 'object',
      properties: {
        date: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
        guests: { type: 'integer', minimum: 1, maximum: 20, description: 'How many come.', default: 2 },
        table: { anyOf: [{ type: 'string', enum: ['inside', 'terrace'] }, { type: 'null' }] },
        phone: { type: ['string', 'null'], pattern: '^\\+[1-9]\\d{6,14}$' },
        id: { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' },
        wishes: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 3, uniqueItems: true },
        note: { type: 'string', nullable: true },
      },
      required: ['date', 'guests'],
      additionalProperties: false,
    };
    const fit = {
      date: '2026-05-04',
      guests: 4,
      table: null,
      phone: '+41443645333',
      wishes: ['quiet'],
      note: null,
    };
    expect(verdictOn(booking, fit)).toEqual({ kind: 'fit' });
    for (const [change, problem] of [
      [{ guests: 2.5 }, 'arguments/guests must be integer'],
      [{ guests: 21 }, 'arguments/guests must be <= 20'],
      [{ date: 'tomorrow' }, 'arguments/date must match the pattern'],
      [{ date: undefined }, 'arguments/date must be string'],
      [{ table: 'cellar' }, 'arguments/table must fit one of the choices'],
      [{ wishes: ['a', 'a'] }, 'arguments/wishes must not have the same item twice'],
      [{ wishes: ['a', 7] }, 'arguments/wishes/1 must be string'],
      [{ dogs: 1 }, 'arguments/dogs is not known'],
    ] as const) {
      expect(verdictOn(booking, { ...fit, ...change })).toEqual({ kind: 'do-not-fit', problem });
    }
    expect(verdictOn(booking, { guests: 1 })).toEqual({
      kind: 'do-not-fit',
      problem: 'arguments/date is missing',
    });
  });

  it('counts characters, allows boolean schemas, and distinguishes oneOf from anyOf and allOf', () => {
    const of = (schema: unknown) => ({ type: 'object', properties: { x: schema } });
    expect(verdictOn(of({ type: 'string', maxLength: 1 }), { x: '😀' })).toEqual({ kind: 'fit' });
    expect(verdictOn(of(false), { x: 1 }).kind).toBe('do-not-fit');
    expect(verdictOn(of(true), { x: 1 }).kind).toBe('fit');
    const even = { multipleOf: 2 };
    const big = { exclusiveMinimum: 10 };
    expect([4, 11, 12, 5].map((x) => verdictOn(of({ oneOf: [even, big] }), { x }).kind)).toEqual([
      'fit',
      'fit',
      'do-not-fit',
      'do-not-fit',
    ]);
    expect(verdictOn(of({ not: even }), { x: 4 }).kind).toBe('do-not-fit');
    expect(verdictOn(of({ multipleOf: 0.1 }), { x: 0.3 }).kind).toBe('fit');
    expect(verdictOn(of({ const: 'a' }), { x: 'b' }).kind).toBe('do-not-fit');
  });

  it("never resolves names in another tool's schema", () => {
    const first = { title: 'same', type: 'object', properties: { a: { type: 'string' } } };
    const second = { title: 'same', type: 'object', properties: { a: { type: 'number' } } };
    expect([verdictOn(first, { a: 'x' }).kind, verdictOn(second, { a: 'x' }).kind]).toEqual([
      'fit',
      'do-not-fit',
    ]);
  });
});
