import { once } from 'node:events';
import net from 'node:net';
import type { HttpAnswer } from '../support/http.js';

/** Sends bytes over a new connection, half-closes it and returns everything received. */
export async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (data: string) => (received += data));
  socket.on('error', () => undefined);
  socket.end(text);
  await once(socket, 'close');
  return received;
}

/** The first response in the received bytes. */
export function firstAnswerIn(received: string): HttpAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  const text = rest.join('\r\n\r\n').slice(0, Number(headers.get('content-length')));
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(text) as unknown };
}
