import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { AgentTool } from '../../../src/agent-document/index.js';

/** A service that delays answers until released, and counts its effects by `Idempotency-Key`. */
export class CountingService {
  /** Keys of all requests, in order of arrival. */
  readonly keys: (string | undefined)[] = [];
  /** The body of each. */
  readonly bodies: string[] = [];
  private readonly waiting = new Set<ServerResponse>();
  private open = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const key = request.headers['idempotency-key'];
        this.keys.push(Array.isArray(key) ? key[0] : key);
        this.bodies.push(body);
        this.waiting.add(response);
        if (this.open) this.letGo();
      });
    });
  }

  static async start(): Promise<CountingService> {
    const service = new CountingService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** Requests awaiting an answer. */
  get underWay(): number {
    return this.waiting.size;
  }

  /** Answers waiting requests, and later ones at once. */
  letGo(): void {
    this.open = true;
    for (const response of this.waiting) response.end('booked');
    this.waiting.clear();
  }

  /** Delays later requests. */
  hold(): void {
    this.open = false;
  }

  tool(change: Partial<AgentTool> = {}): AgentTool {
    const { port } = this.server.address() as AddressInfo;
    return {
      name: 'book_table',
      description: 'Books a table.',
      http: { method: 'POST', url: `http://127.0.0.1:${port}/bookings`, timeoutMs: 20_000 },
      ...change,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
