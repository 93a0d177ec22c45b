import os from 'node:os';

/**
 * This machine's first non-loopback address, for clients that do not use loopback; traffic to it stays local. Loopback
 * without one.
 */
export function ownAddress(): string {
  return firstOutsideLoopback() ?? '127.0.0.1';
}

export function hasOwnAddress(): boolean {
  return firstOutsideLoopback() !== undefined;
}

function firstOutsideLoopback(): string | undefined {
  const addresses = Object.values(os.networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
