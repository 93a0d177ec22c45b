import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Address at which other instances reach this one: the configured host, or the listening address. If it listens on all
 * interfaces, the first external address of this machine.
 */
export function instanceAddress(configured: string | undefined, { address, port }: AddressInfo): string {
  if (configured !== undefined) return `http://${new URL(configured).hostname}:${port}`;
  const host = address === '0.0.0.0' || address === '::' ? outsideAddress() : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function outsideAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
