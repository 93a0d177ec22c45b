import { readFileSync } from 'node:fs';
import { checkArguments } from '../../src/agent-document/index.js';
import { geminiParameters } from '../../src/tools/declarations/gemini-parameters.js';
import { openAiParameters } from '../../src/tools/declarations/openai-parameters.js';
import { readListedSchema } from '../../src/tools/mcp/listed-schema.js';
import { geminiSchemaProblem, openAiSchemaProblem } from '../stand-ins/declared-schemas.js';
import { heldMs } from './support/held-ms.js';
import { HOSTILE_SCHEMAS } from './support/hostile-schemas.js';

interface Shape {
  readonly what: string;
  readonly inputSchema: unknown;
  readonly fits: object;
  readonly misfits?: object;
}

const MAX_HELD_MS = 5;

const LISTED = JSON.parse(
  readFileSync(new URL('../providers/shapes/mcp/input-schemas.json', import.meta.url), 'utf8'),
) as readonly Shape[];

const objectOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const many = (count: number, of: (at: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, of(at)]));

const LARGE: readonly Shape[] = [
  {
    what: '1,500 values of an enum',
    inputSchema: objectOf({ code: { enum: Array.from({ length: 1_500 }, (_, at) => `Z${at}`) } }),
    fits: { code: 'Z7' },
  },
  {
    what: 'forty patterns',
    inputSchema: objectOf(many(40, (at) => ({ type: 'string', pattern: `^\\p{L}{1,${at + 1}}$` }))),
    fits: { p0: 'é' },
    misfits: { p0: 1 },
  },
  {
    what: '700 arguments with long descriptions',
    inputSchema: objectOf(
      many(700, () => ({ type: 'string', description: 'What it is, at length. '.repeat(20) })),
    ),
    fits: { p1: 'x' },
    misfits: { p1: 1 },
  },
  {
    what: 'definitions that refer to each other all over',
    inputSchema: {
      ...objectOf({ filter: { $ref: '#/$defs/p0' } }),
      $defs: many(25, (at) => objectOf(many(25, (other) => ({ $ref: `#/$defs/p${(at + other) % 25}` })))),
    },
    fits: { filter: { p1: { p2: {} } } },
    misfits: { filter: 'all' },
  },
];

describe('tool of an MCP server', () => {
  it.each([...LISTED, ...LARGE])(
    'can be called by and offered to every model with $what',
    ({ inputSchema, fits, misfits }) => {
      const { schema, parameters } = readListedSchema(inputSchema);
      if (!schema.ok) throw new Error(JSON.stringify(schema.problems));
      expect(checkArguments(schema.schema, fits)).toEqual({ kind: 'fit' });
      if (misfits) expect(checkArguments(schema.schema, misfits).kind).toBe('do-not-fit');
      expect(openAiSchemaProblem(openAiParameters(parameters))).toBeUndefined();
      const forGemini = geminiParameters(parameters);
      expect(geminiSchemaProblem({ ...(forGemini && { parameters: forGemini }) })).toBeUndefined();
    },
  );

  it('describes unchecked constraints to models, in words if unsupported', () => {
    const { parameters } = readListedSchema(
      objectOf({ size: { type: 'string', pattern: '^(?!XXL)', propertyNames: {}, uiHint: 'a list' } }),
    );
    expect(openAiParameters(parameters)['properties']).toEqual({
      size: {
        type: 'string',
        propertyNames: {},
        uiHint: 'a list',
        description: 'Must also fit this JSON Schema: {"pattern":"^(?!XXL)"}',
      },
    });
    expect(JSON.stringify(geminiParameters(parameters))).toContain('^(?!XXL)');
  });

  it('keeps the arguments of top-level alternatives and their grouping', () => {
    const { parameters } = readListedSchema({
      type: 'object',
      anyOf: [
        objectOf({ id: { type: 'string' }, by: { enum: ['id'] } }, { required: ['by', 'id'] }),
        objectOf({ name: { type: 'string' }, by: { enum: ['name'] } }, { required: ['by', 'name'] }),
      ],
    });
    const declared = openAiParameters(parameters);
    expect(declared).toMatchObject({
      properties: { id: {}, name: {}, by: { anyOf: [{ enum: ['id'] }, { enum: ['name'] }] } },
      required: ['by'],
      description: expect.stringContaining('{"required":["by","id"]},{"required":["by","name"]}'),
    });
  });

  it.each(HOSTILE_SCHEMAS)('takes bounded time and size with $what', ({ schema }) => {
    const read = () => readListedSchema(schema);
    expect(heldMs(read)).toBeLessThan(MAX_HELD_MS);
    const { parameters } = read();
    for (const told of [openAiParameters, geminiParameters]) {
      expect(heldMs(() => told({ ...parameters }))).toBeLessThan(MAX_HELD_MS);
      expect(JSON.stringify(told(parameters) ?? {}).length).toBeLessThan(200_000);
    }
  });
});
