import { isLocalReader } from './local-reader.js';

const local = { peer: '127.0.0.1', headers: { host: 'localhost:3000' }, httpVersion: '1.1' };

describe('local reader detection', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000', '[::1]'])('accepts %s', (host) => {
    expect(isLocalReader({ ...local, headers: { host } })).toBe(true);
    expect(isLocalReader({ ...local, peer: '::1', headers: { host } })).toBe(true);
  });

  it.each(['earshot.example.com', 'localhost.example.com', '127.0.0.1.nip.io', '', 'local'])(
    'ignores %s',
    (host) => {
      expect(isLocalReader({ ...local, headers: { host } })).toBe(false);
    },
  );

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])(
    'sends no %s',
    (name) => {
      expect(isLocalReader({ ...local, headers: { ...local.headers, [name]: '127.0.0.1' } })).toBe(false);
    },
  );

  it('requires loopback and HTTP/1.1', () => {
    expect(isLocalReader({ ...local, peer: '192.0.2.1' })).toBe(false);
    expect(isLocalReader({ ...local, httpVersion: '1.0' })).toBe(false);
  });
});
