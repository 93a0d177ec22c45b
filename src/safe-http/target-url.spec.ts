import { parseTargetUrl } from './target-url.js';

const guarded = { allowPrivateNetworks: false };
const open = { allowPrivateNetworks: true };

describe('parseTargetUrl', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://anything.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1。/',
    'https://①②⑦.0.0.1/',
  ])('rejects %s as not public', (url) => {
    expect(parseTargetUrl(url, guarded)).toEqual({ ok: false, problem: 'must lead to a public address' });
  });

  it.each([
    ['http://example.com/', 'must start with https://'],
    ['ftp://example.com/', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['example.com/hook', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://user:password@example.com/', 'must not carry a user name or password'],
    ['https://example.com/#part', 'must not carry a fragment'],
    [`https://example.com/${'a'.repeat(2048)}`, 'must not be longer than 2048 characters'],
  ])('rejects %s: it %s', (url, problem) => {
    expect(parseTargetUrl(url, guarded)).toEqual({ ok: false, problem });
  });

  it('accepts public names and addresses', () => {
    for (const url of ['https://example.com/hook?a=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1]/']) {
      expect(parseTargetUrl(url, guarded)).toMatchObject({ ok: true });
    }
  });

  it('accepts http and private addresses only when development mode allows them', () => {
    expect(parseTargetUrl('http://127.0.0.1:4000/hook', open)).toMatchObject({ ok: true });
    expect(parseTargetUrl('file:///etc/passwd', open)).toMatchObject({ ok: false });
  });
});
