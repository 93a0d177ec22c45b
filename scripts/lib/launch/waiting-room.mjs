import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

const MESSAGE = 'The service is starting and waits for its database. Try again shortly.';
const RETRY_AFTER_SECONDS = 1;

/**
 * Answers every request with 503 until the service can be started, as the service itself does while its database is
 * away.
 * @param {{ host: string, port: number }} address where the service will listen
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function openWaitingRoom({ host, port }) {
  const server = http.createServer((_request, response) => {
    const { headers, body } = refusal();
    response.writeHead(503, headers).end(body);
  });
  server.on('upgrade', (_request, socket) => {
    const { headers, body } = refusal();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.on('error', () => {});
    socket.end(['HTTP/1.1 503 Service Unavailable', ...lines, '', body].join('\r\n'));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The six fields of every service error (src/common/errors). */
function refusal() {
  const id = randomUUID();
  const body = JSON.stringify({
    success: false,
    error: MESSAGE,
    error_id: id,
    error_code: 'SERVICE_UNAVAILABLE',
    error_message: MESSAGE,
    data: null,
  });
  return {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Retry-After': RETRY_AFTER_SECONDS,
      'X-Service-Correlation-Id': id,
      Connection: 'close',
    },
    body,
  };
}
