import { once } from 'node:events';
import { until } from '../../support/until.js';
import WebSocket from 'ws';

/**
 * Makes a Node process throw an uncaught error through its inspector, which it opens on SIGUSR1.
 * @param errorOutput Its standard error so far, with the inspector's address.
 */
export async function throwInside(pid: number, errorOutput: () => string): Promise<void> {
  const before = errorOutput().length;
  process.kill(pid, 'SIGUSR1');
  const [address = ''] = await until('the debugger listens', () =>
    /ws:\/\/\S+/.exec(errorOutput().slice(before)),
  );
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const expression = 'setTimeout(() => { throw new Error("thrown by a test"); })';
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  await once(socket, 'message');
  socket.close();
}
