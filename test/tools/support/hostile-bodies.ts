import type { AgentTool } from '../../../src/agent-document/index.js';
import { HOSTILE_SCHEMAS } from './hostile-schemas.js';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const START = { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-GB' };

/** Draft requests of up to 4 MB that are rejected and may cost superlinear work. */
export function hostileBodies(
  tool: AgentTool,
): { readonly what: string; readonly bytes: Uint8Array<ArrayBuffer> }[] {
  const withTool = (parameters: unknown) => ({ ...START, tools: [{ ...tool, parameters }] });
  const documents: [what: string, document: object][] = [
    ...HOSTILE_SCHEMAS.map(({ what, schema }): [string, object] => [what, withTool(schema)]),
    ['unknown fields', Object.fromEntries(many(250_000, (at) => [`f${at}`, at]))],
    [
      'as many unknown fields as there may be values',
      Object.fromEntries(many(19_000, (at) => [`f${at}`, at])),
    ],
    ['intents of another kind', { ...START, intents: many(9_000, () => ({ a: 1 })) }],
    [
      'variants',
      { ...START, variants: Object.fromEntries(many(3_000, (at) => [`v${at}`, { name: 7, overrides: 7 }])) },
    ],
    ['empty lists', withTool({ default: many(1_000_000, () => []) })],
    ['one text', { ...START, greeting: 'x'.repeat(4_000_000) }],
    ['one text of escapes', { ...START, greeting: '\n'.repeat(2_000_000) }],
  ];
  return [
    ...documents.map(([what, document]) => ({ what, body: { revision: 1, document } })),
    {
      what: 'unknown fields beside the document',
      body: Object.fromEntries(many(19_000, (at) => [`f${at}`, at])),
    },
  ].map(({ what, body }) => ({ what, bytes: new TextEncoder().encode(JSON.stringify(body)) }));
}
