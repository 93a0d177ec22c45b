import { ApiError } from '../errors/api-error.js';
import { parseJsonBody } from './body-guard.js';

const refusal = (text: string, depth = 32): unknown => {
  try {
    return parseJsonBody(text, depth);
  } catch (error) {
    return error instanceof ApiError ? error.code : error;
  }
};

describe('parseJsonBody', () => {
  it('parses what is JSON, brackets in strings not counted as depth', () => {
    expect(parseJsonBody('{"a":"[[[[\\"[["}', 1)).toEqual({ a: '[[[["[[' });
  });

  it.each([
    ['not JSON', '{"a":'],
    ['5,000 levels', '['.repeat(5000) + ']'.repeat(5000)],
    ['a __proto__ key', '{"a":{"__proto__":{"admin":true}}}'],
    ['an escaped __proto__ key', '{"\\u005f_proto__":1}'],
    ['a NUL character', '{"a":"b\\u0000"}'],
    ['half a surrogate pair', '{"a":["\\ud800"]}'],
    ['a key with half a surrogate pair', '{"\\udfff":1}'],
    ['a constructor key', '{"constructor":{"prototype":{}}}'],
  ])('refuses %s', (_name, text) => {
    expect(refusal(text)).toBe('MALFORMED_JSON');
  });

  it('takes characters beyond the basic plane', () => {
    expect(parseJsonBody('{"a":"😀"}', 4)).toEqual({ a: '😀' });
  });

  it.each([
    ['a forbidden word as a value', '{"a":"the constructor"}', { a: 'the constructor' }],
    ['an escape', '{"a":"\\u00e9\\n"}', { a: 'é\n' }],
  ])('takes %s', (_name, text, value) => {
    expect(parseJsonBody(text, 4)).toEqual(value);
  });

  it('takes a body that nests exactly as deep as allowed', () => {
    expect(refusal('[[1]]', 2)).toEqual([[1]]);
    expect(refusal('[[[1]]]', 2)).toBe('MALFORMED_JSON');
  });
});
