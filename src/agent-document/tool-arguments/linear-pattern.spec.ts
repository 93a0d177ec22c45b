import { compilePattern } from './linear-pattern.js';
import { parseArgumentSchema } from './parse-schema.js';

const isFine = (source: string) => typeof compilePattern(source) !== 'string';

it.each(['(?i)[B-𐑍]{2}', '(?i)[\\x{42}-\\x{1044D}]', '(?si)[\\u4e00-\\u9fff]', '(?is:[一-龥])'])(
  'rejects %s: too many characters to fold for case-insensitive matching',
  (source) => {
    expect(compilePattern(source)).toBe(
      'must have at most 1000 characters in its ranges where it ignores case',
    );
  },
);

it.each(['(?i)[a-z0-9]+', '[B-𐑍]+', '(?i)x-y', '^\\p{L}[\\p{L}\\p{M} -]*$'])('accepts %s', (source) => {
  expect(isFine(source)).toBe(true);
});

it('rejects more Unicode classes than compile quickly', () => {
  const schema = (count: number) => ({
    type: 'object',
    properties: { name: { type: 'string', pattern: '\\p{L}'.repeat(count) } },
  });
  expect(parseArgumentSchema(schema(40)).ok).toBe(true);
  expect(parseArgumentSchema(schema(61))).toEqual({
    ok: false,
    problems: [
      {
        path: '/properties/name/pattern',
        message: 'has one Unicode class (like \\p{L}) too many: 60 a document are allowed',
      },
    ],
  });
});
