import { instanceAddress } from './instance-address.js';

describe('the address at which other instances reach this one', () => {
  const listening = { address: '127.0.0.1', family: 'IPv4', port: 3000 };

  it('has the host that the operator names, and the port that it listens on', () => {
    expect(instanceAddress('http://voice-2', listening)).toBe('http://voice-2:3000');
    expect(instanceAddress('http://[::1]:80', listening)).toBe('http://[::1]:3000');
  });

  it('is where it listens, written as addresses of IPv6 are', () => {
    expect(instanceAddress(undefined, listening)).toBe('http://127.0.0.1:3000');
    expect(instanceAddress(undefined, { address: '::1', family: 'IPv6', port: 80 })).toBe('http://[::1]:80');
  });

  it('is one that others can use where it listens on all of them', () => {
    expect(instanceAddress(undefined, { ...listening, address: '0.0.0.0' })).toMatch(
      /^http:\/\/\d+\.\d+\.\d+\.\d+:3000$/,
    );
    expect(instanceAddress(undefined, { ...listening, address: '0.0.0.0' })).not.toContain('0.0.0.0');
  });
});
