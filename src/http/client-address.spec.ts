import type { IncomingMessage } from 'node:http';
import { clientAddressReader, networkOf } from './client-address.js';

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }) as unknown as IncomingMessage;

describe('client address', () => {
  const read = clientAddressReader(['loopback']);

  it('is the last one named by a trusted proxy', () => {
    expect(read(request('127.0.0.1', '203.0.113.9, 198.51.100.7'))).toBe('198.51.100.7');
  });

  it("is the socket's address without a trusted proxy, despite forwarded headers", () => {
    expect(read(request('203.0.113.9', '198.51.100.7'))).toBe('203.0.113.9');
  });

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ])('of %s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('rejects an invalid setting and names it', () => {
    expect(() => clientAddressReader(['proxy.example'])).toThrow(/HTTP_TRUSTED_PROXIES/);
  });
});
