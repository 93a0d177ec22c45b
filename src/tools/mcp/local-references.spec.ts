import { withoutReferences } from './local-references.js';

const guest = { type: 'object', properties: { name: { type: 'string' } } };

describe('references within a schema', () => {
  it('are put into their places, with what stands beside them', () => {
    const schema = {
      type: 'object',
      properties: {
        first: { $ref: '#/$defs/Guest' },
        others: { type: 'array', items: { $ref: '#/definitions/a~1b' } },
        host: { $ref: '#/$defs/Guest', description: 'Who pays.' },
      },
      $defs: { Guest: guest },
      definitions: { 'a/b': { $ref: '#/$defs/Guest' } },
    };
    expect(withoutReferences(schema)).toEqual({
      type: 'object',
      properties: {
        first: guest,
        others: { type: 'array', items: guest },
        host: { ...guest, description: 'Who pays.' },
      },
    });
  });

  it('may be names of arguments, and a schema without any stays as it is', () => {
    const schema = { type: 'object', properties: { $ref: { type: 'string' }, $defs: { type: 'object' } } };
    expect(withoutReferences(schema)).toBe(schema);
    const both = {
      ...schema,
      $defs: { Guest: guest },
      properties: { ...schema.properties, a: { $ref: '#/$defs/Guest' } },
    };
    expect(withoutReferences(both)).toEqual({ ...schema, properties: { ...schema.properties, a: guest } });
  });

  /** Each level has the one below twice. */
  const bomb = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `L${n}`,
      n === 0
        ? guest
        : {
            type: 'object',
            properties: { a: { $ref: `#/$defs/L${n - 1}` }, b: { $ref: `#/$defs/L${n - 1}` } },
          },
    ]),
  );

  it.each<[string, object]>([
    ['elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['nowhere', { $ref: '#/$defs/Nobody' }],
    [
      'in a circle',
      { $ref: '#/$defs/Tree', $defs: { Tree: { properties: { left: { $ref: '#/$defs/Tree' } } } } },
    ],
    ['to itself', { $ref: '#' }],
    ['to what no object has of its own', { $ref: '#/$defs/__proto__', $defs: {} }],
    ['with broken escapes', { $ref: '#/$defs/%E0%A4%A' }],
    ['to more than a schema may hold', { $ref: '#/$defs/L29', $defs: bomb }],
  ])('are refused where they lead %s', (_where, schema) => {
    expect(withoutReferences(schema)).toBeUndefined();
  });
});
