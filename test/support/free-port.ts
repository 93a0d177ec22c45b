import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';

/** Above Linux's ephemeral range, so that other suites do not get these ports. */
const [FIRST, LAST] = [61_000, 65_535];

/** A port for a program that needs a fixed one: just tested free over UDP and TCP. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if ((await isFreeOverUdp(port)) && (await isFreeOverTcp(port))) return port;
  }
}

async function isFreeOverUdp(port: number): Promise<boolean> {
  const socket = dgram.createSocket('udp4').bind(port);
  return await bound(socket);
}

async function isFreeOverTcp(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '0.0.0.0');
  return await bound(server);
}

async function bound(socket: dgram.Socket | net.Server): Promise<boolean> {
  try {
    await once(socket, 'listening');
  } catch {
    return false;
  }
  socket.close();
  await once(socket, 'close');
  return true;
}
