import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Unmodified. */
  readonly body: string;
  readonly atMs: number;
}

/** The answer; 200 by default. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A webhook receiver on loopback that keeps its requests. */
export interface Receiver {
  readonly requests: ReceivedRequest[];
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  answerWith(answer: Answer): void;
  /** Requests for one event. */
  of(eventId: string): ReceivedRequest[];
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end();

export async function startReceiver(initial: Answer = status(200)): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let answer = initial;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received: ReceivedRequest = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      };
      requests.push(received);
      answer(received, response);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requests,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith(next) {
      answer = next;
    },
    of: (eventId) => requests.filter((request) => request.headers['webhook-id'] === eventId),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
