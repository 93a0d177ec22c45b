import { once } from 'node:events';
import { until } from '../../support/until.js';
import WebSocket from 'ws';

/**
 * Has a Node process throw an error that nobody in it catches, by its debugger, which it opens when it is asked to
 * (SIGUSR1).
 * @param errorOutput What the process has written to its standard error so far: it says there where its debugger is.
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
