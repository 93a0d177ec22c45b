import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that rejects everybody and echoes requests with credentials, like careless services do. */
export interface TelltaleProvider {
  /** Its address without scheme and path. */
  readonly host: string;
  /** Its responses so far. */
  told(): string;
  close(): void;
}

export async function startTelltaleProvider(): Promise<TelltaleProvider> {
  let told = '';
  const tell = ({ url, headers }: IncomingMessage): string => {
    const message = `Incorrect key in ${url} ${JSON.stringify(headers)}`;
    told += `${message}\n`;
    return JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } });
  };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json' }).end(tell(request));
  });
  server.on('upgrade', (request: IncomingMessage, socket) => {
    const body = tell(request);
    const head = `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.on('error', () => undefined).end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: () => told,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
