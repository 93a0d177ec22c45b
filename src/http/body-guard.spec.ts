import { ApiError } from '../common/errors/api-error.js';
import { parseJsonBody } from './body-guard.js';

const LIMITS = { depth: 32, values: 100 };

const bytesOf = (text: string) => new TextEncoder().encode(text);

const refusal = (text: string, limits: Partial<typeof LIMITS> = {}): unknown => {
  try {
    return parseJsonBody(bytesOf(text), { ...LIMITS, ...limits });
  } catch (error) {
    return error instanceof ApiError ? error.code : error;
  }
};

describe('parseJsonBody', () => {
  it('parses JSON without counting brackets in strings as depth', () => {
    expect(refusal('{"a":"[[[[\\"[["}', { depth: 1 })).toEqual({ a: '[[[["[[' });
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
  ])('rejects %s', (_name, text) => {
    expect(refusal(text)).toBe('MALFORMED_JSON');
  });

  it('accepts characters beyond the basic plane', () => {
    expect(refusal('{"a":"😀"}')).toEqual({ a: '😀' });
  });

  it.each([
    ['a forbidden word as a value', '{"a":"the constructor"}', { a: 'the constructor' }],
    ['an escape', '{"a":"\\u00e9\\n"}', { a: 'é\n' }],
  ])('accepts %s', (_name, text, value) => {
    expect(refusal(text)).toEqual(value);
  });

  it('accepts a body at exactly the depth limit', () => {
    expect(refusal('[[1]]', { depth: 2 })).toEqual([[1]]);
    expect(refusal('[[[1]]]', { depth: 2 })).toBe('MALFORMED_JSON');
  });

  it('accepts exactly the value limit, ignoring commas in strings, and stops at once beyond it', () => {
    expect(refusal('{"a":[1,",,,,"]}', { values: 4 })).toEqual({ a: [1, ',,,,'] });
    expect(refusal('{"a":[1,2,3]}', { values: 4 })).toBe('MALFORMED_JSON');
    expect(refusal(`[${'[],'.repeat(1_000_000)}[]]`)).toBe('MALFORMED_JSON');
  });

  it.each([
    ['the same key twice in one object', '{"a":1,"b":{"c":1,"d":[{"c":2,"c":3}]}}'],
    ['the same key twice, once as an escape', '{"a":1,"\\u0061":2}'],
  ])('rejects duplicate keys: %s', (_name, text) => {
    expect(refusal(text)).toBe('MALFORMED_JSON');
  });

  it('accepts repeated keys in separate objects and colons in strings', () => {
    const value = { a: [{ a: ':' }, { a: '":"' }], b: { a: {} } };
    expect(refusal(JSON.stringify(value))).toEqual(value);
  });

  it('rejects invalid UTF-8', () => {
    const text = Buffer.from('{"a":"é"}', 'latin1');
    expect(() => parseJsonBody(text, LIMITS)).toThrow('not valid UTF-8');
  });
});
