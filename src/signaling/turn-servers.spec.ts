import { ConfigError } from '../common/config/index.js';
import { turnAddresses } from './turn-servers.js';

const settings = { stunUrls: [], turnUrls: [], turnSecret: 'x'.repeat(32) };

describe('TURN servers sent to clients', () => {
  it('are offered over TCP as well, for networks that block UDP', () => {
    expect(turnAddresses({ ...settings, turnUrls: ['turn:turn.example.com:3478'] })).toEqual([
      'turn:turn.example.com:3478?transport=udp',
      'turn:turn.example.com:3478?transport=tcp',
    ]);
  });

  it('are offered over TLS, and unchanged when they name a transport', () => {
    const turnUrls = [
      'turns:turn.example.com:443',
      'turn:192.0.2.1:3478?transport=udp',
      'turn:[2001:db8::1]',
    ];
    expect(turnAddresses({ ...settings, turnUrls })).toEqual([
      'turns:turn.example.com:443?transport=tcp',
      'turn:192.0.2.1:3478?transport=udp',
      'turn:[2001:db8::1]?transport=udp',
      'turn:[2001:db8::1]?transport=tcp',
    ]);
  });

  it.each([
    ['an address that is none', { turnUrls: ['turn.example.com'] }, /TURN_URLS must be/],
    ['an unknown transport', { turnUrls: ['turn:a?transport=quic'] }, /TURN_URLS must be/],
    ['a STUN server that is none', { stunUrls: ['turn:a'] }, /STUN_URLS must be/],
    ['TURN without a secret', { turnUrls: ['turn:a'], turnSecret: undefined }, /without TURN_SECRET/],
  ])('are rejected at startup: %s', (_, wrong, message) => {
    expect(() => turnAddresses({ ...settings, ...wrong })).toThrow(ConfigError);
    expect(() => turnAddresses({ ...settings, ...wrong })).toThrow(message);
  });
});
