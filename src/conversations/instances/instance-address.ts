import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Where other instances reach this one: as the operator says, or else made of the address that it listens on. Where
 * that is any address, it is the first one of this machine that leads outside.
 * @param listening Undefined as long as it does not listen.
 */
export function instanceAddress(
  configured: string | undefined,
  listening: AddressInfo | string | null | undefined,
): string | undefined {
  if (configured !== undefined) return configured;
  if (!listening || typeof listening === 'string') return undefined;
  const { address, port } = listening;
  const host = address === '0.0.0.0' || address === '::' ? outsideAddress() : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function outsideAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
