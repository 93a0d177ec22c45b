import type { NetworkInterfaceInfo } from 'node:os';
import { localAddressFor } from './local-addresses.js';

const own = (address: string, cidr: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, cidr, internal, mac: '', netmask: '' },
  ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
});
const machine = [
  own('127.0.0.1', '127.0.0.1/8', true),
  own('10.1.0.5', '10.1.0.5/24'),
  own('192.168.7.2', '192.168.7.2/16'),
  own('2001:db8::5', '2001:db8::5/64'),
];
const NAT = '203.0.113.9';

it.each([
  ['a peer outside of its networks, by the address of its NAT', '198.51.100.1', NAT, NAT],
  ['a peer outside, by its own address where there is no NAT', '198.51.100.1', undefined, '10.1.0.5'],
  ['a peer in its own network, by the address there', '10.1.0.77', NAT, '10.1.0.5'],
  ['a peer in its second network, by the address there', '192.168.9.1', NAT, '192.168.7.2'],
  ['a peer over IPv6, by no address of IPv4', '2001:db8:9::1', NAT, '2001:db8::5'],
])('this machine is reachable by %s', (_, peer, announced, expected) => {
  expect(localAddressFor(peer, announced, machine)).toBe(expected);
});
