import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';

/** Above the range from which Linux gives ports to whoever asks for any, so that no other suite gets one of these. */
const [FIRST, LAST] = [61_000, 65_535];

/** A port for a program that must be told one: free over UDP and TCP a moment ago. */
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
