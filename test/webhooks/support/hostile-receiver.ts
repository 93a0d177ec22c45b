import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

/** 100 MB of zeros in 100 kB. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024));

/** Ways to misbehave on a bare socket once the request starts arriving. */
export const MISBEHAVIOURS = {
  'says nothing': () => undefined,
  'sends its header a byte at a time': (socket: Socket) =>
    drip(socket, `${HEAD}X-Long: ${'x'.repeat(10_000)}`),
  'sends its body a byte at a time': (socket: Socket) => {
    socket.write(`${HEAD}Content-Length: 10000\r\n\r\n`);
    drip(socket, 'x'.repeat(10_000));
  },
  'resets the connection': (socket: Socket) => void socket.resetAndDestroy(),
  'resets the connection in the middle of its answer': (socket: Socket) => {
    socket.write(`${HEAD}Content-Length: 100\r\n\r\nhalf`);
    setTimeout(() => socket.resetAndDestroy(), 50);
  },
  'never ends its body': (socket: Socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    pour(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
  },
  'never ends its header': (socket: Socket) => pour(socket, `${HEAD}X-Long: ${'x'.repeat(0x10000)}`),
  'sends a compressed bomb': (socket: Socket) => {
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
    socket.write(BOMB);
  },
  'talks nonsense': (socket: Socket) => void socket.write('\0\x01\x02 not HTTP at all\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => void>;

export type Misbehaviour = keyof typeof MISBEHAVIOURS;

export interface HostileReceiver {
  readonly url: string;
  close(): Promise<void>;
}

export async function startHostileReceiver(misbehaviour: Misbehaviour): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', () => MISBEHAVIOURS[misbehaviour](socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || position >= text.length) clearInterval(timer);
    else socket.write(text.charAt(position++));
  }, 20);
}

/** Repeats the same chunk as fast as the peer reads. */
function pour(socket: Socket, chunk: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}
