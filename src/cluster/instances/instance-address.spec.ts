import { instanceAddress } from './instance-address.js';

describe('address advertised to other instances', () => {
  const listening = { address: '127.0.0.1', family: 'IPv4', port: 3000 };

  it("uses the operator's host with the listening port", () => {
    expect(instanceAddress('http://voice-2', listening)).toBe('http://voice-2:3000');
    expect(instanceAddress('http://[::1]:80', listening)).toBe('http://[::1]:3000');
  });

  it('is the listening address, with IPv6 in brackets', () => {
    expect(instanceAddress(undefined, listening)).toBe('http://127.0.0.1:3000');
    expect(instanceAddress(undefined, { address: '::1', family: 'IPv6', port: 80 })).toBe('http://[::1]:80');
  });

  it('is a reachable one when listening on all interfaces', () => {
    expect(instanceAddress(undefined, { ...listening, address: '0.0.0.0' })).toMatch(
      /^http:\/\/\d+\.\d+\.\d+\.\d+:3000$/,
    );
    expect(instanceAddress(undefined, { ...listening, address: '0.0.0.0' })).not.toContain('0.0.0.0');
  });
});
