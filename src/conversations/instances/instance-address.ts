import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Where other instances reach this one: at the host that the operator names, or else at the address that it listens
 * on. Where that is any address, it is the first one of this machine that leads outside.
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
