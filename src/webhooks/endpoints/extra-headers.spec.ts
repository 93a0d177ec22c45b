import { problemWithHeaders } from './extra-headers.js';

describe('problemWithHeaders', () => {
  it('accepts ordinary headers', () => {
    const headers = { Authorization: 'Bearer a.b-c', 'X-Team': 'voice, two', 'X-Empty': '', 'X-Latin': 'é' };
    expect(problemWithHeaders(headers)).toBeUndefined();
    expect(problemWithHeaders({})).toBeUndefined();
  });

  it.each([
    'Host',
    'Connection',
    'Keep-Alive',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'Content-Type',
    'content-length',
    'Webhook-Id',
    'webhook-signature',
    'X-Service-Signature',
    'x-service-anything',
  ])('rejects %s, reserved for Earshot or the connection', (name) => {
    expect(problemWithHeaders({ [name]: 'x' })).toBe(`must not set ${name.toLowerCase()}`);
  });

  it.each(['a\r\nb', 'a\nb', 'a\rb', 'a\0b', ' a', 'a ', '\x7f', 'ā', '\t'])(
    'rejects the value %j',
    (value) => {
      expect(problemWithHeaders({ 'X-A': value })).toBe('must have valid header values, without line breaks');
    },
  );

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'é', 'a'.repeat(129)])('rejects the name %j', (name) => {
    expect(problemWithHeaders({ [name]: 'x' })).toBe('must have valid header names');
  });

  it('rejects non-objects, non-strings, duplicate names and oversized input', () => {
    for (const value of [null, [], 'a', 1, { 'X-A': 1 }, { 'X-A': null }, { 'X-A': ['b'] }]) {
      expect(problemWithHeaders(value)).toBe('must be an object of strings');
    }
    expect(problemWithHeaders({ 'X-A': '1', 'x-a': '2' })).toBe('must not name a header twice');
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`X-${i}`, '']));
    expect(problemWithHeaders(many)).toBe('must not have more than 20 entries');
    expect(problemWithHeaders({ 'X-A': 'a'.repeat(4_097) })).toContain('longer than');
  });
});
