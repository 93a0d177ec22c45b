import { changeHeaders, isOtherHost, MASK, maskHeaders } from './masked-headers.js';

const stored = { Authorization: 'Bearer hunter2', 'X-Team': 'night desk' };
const changed = (
  ...[given, hostChanges = false]: [typeof stored | Record<string, string> | undefined, boolean?]
) => changeHeaders(stored, given, hostChanges);

describe('masked webhook headers', () => {
  it.each([
    ['Authorization', 'x'],
    ['X-Api-Key', 'x'],
    ['x-auth', 'x'],
    ['Cookie', 'a=b'],
    ['X-Hook', 'Bearer x'],
    ['X-Hook', 'c2VjcmV0LXZhbHVlLTEyMw=='],
    ['X-Hook', '3f2b8c1d9e0a4b5c6d7e'],
  ])('hide the value of %s: %s', (name, value) => {
    expect(maskHeaders({ [name]: value })).toEqual({ [name]: MASK });
  });

  it.each([
    ['X-Team', 'night desk'],
    ['X-Env', 'production'],
    ['X-Note', 'text with blanks and the number 123'],
    ['X-Empty', ''],
  ])('show the value of %s: %s', (name, value) => {
    expect(maskHeaders({ [name]: value })).toEqual({ [name]: value });
  });
});

describe('updating webhook headers', () => {
  it('keeps masked values in any letter case and replaces the others', () => {
    const headers = { authorization: 'Bearer hunter2', 'X-Team': 'day desk' };
    expect(changed({ authorization: MASK, 'X-Team': 'day desk' })).toEqual({ ok: true, headers });
    expect(changed({ Authorization: 'Bearer new' })).toEqual({
      ok: true,
      headers: { Authorization: 'Bearer new' },
    });
    expect(changed({})).toEqual({ ok: true, headers: {} });
    expect(changed(undefined)).toEqual({ ok: true, headers: stored });
  });

  it('rejects a mask without a stored value', () => {
    expect(changed({ 'X-Other': MASK })).toMatchObject({ ok: false });
  });

  it('never sends credentials to another host', () => {
    expect(changed(undefined, true)).toEqual({ ok: true, headers: { 'X-Team': 'night desk' } });
    expect(changed({ Authorization: MASK }, true)).toMatchObject({ ok: false });
    expect(changed({ Authorization: 'Bearer new' }, true)).toEqual({
      ok: true,
      headers: { Authorization: 'Bearer new' },
    });
  });

  it.each([
    ['https://a.example/1', 'https://a.example/2', false],
    ['https://a.example/', 'https://A.example:443/', false],
    ['https://a.example/', 'https://b.example/', true],
    ['https://a.example/', 'https://a.example:8443/', true],
    ['https://a.example/', 'http://a.example/', true],
    ['https://a.example/', 'https://a.example.evil.example/', true],
  ])('from %s to %s changes the host: %s', (before, after, expected) => {
    expect(isOtherHost(before, after)).toBe(expected);
  });
});
