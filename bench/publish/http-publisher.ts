import { type Dispatcher, Pool } from 'undici';
import type { DemoAccess } from '../support/service.js';

const BODY = '{"deploymentMessage":"bench"}';

/**
 * Publishes like a client: complete requests over keep-alive connections, one at a time on each, and every response is
 * read and checked. The client shares the processors with the service, so it uses undici's low-level interface, which
 * costs less than half of `request` and its streams.
 */
export class HttpPublisher {
  private readonly pool: Pool;

  constructor(
    private readonly access: DemoAccess,
    concurrency: number,
  ) {
    this.pool = new Pool(access.baseUrl, { connections: concurrency, pipelining: 1 });
  }

  async publish(agentId: string): Promise<void> {
    const { status, body } = await this.post(`/v1/agents/${agentId}/deployments/publish`);
    if (status !== 201) throw new Error(`publish was answered ${status}: ${body}`);
    const { deployment } = JSON.parse(body) as { deployment?: { id?: string; agentId?: string } };
    if (deployment?.agentId !== agentId || !deployment.id?.startsWith('dep_')) {
      throw new Error(`publish was answered something else than its deployment: ${body}`);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private post(path: string): Promise<{ status: number; body: string }> {
    const headers = {
      'x-api-key': this.access.apiKey,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'earshot-bench',
    };
    return new Promise((resolve, reject) => {
      this.pool.dispatch({ method: 'POST', path, headers, body: BODY }, new WholeAnswer(resolve, reject));
    });
  }
}

/** Collects one response. */
class WholeAnswer implements Dispatcher.DispatchHandler {
  private status = 0;
  private readonly chunks: Buffer[] = [];

  constructor(
    private readonly resolve: (answer: { status: number; body: string }) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  onRequestStart(): void {
    // Nothing to store: requests are never aborted.
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only, ...more] = this.chunks;
    const body = only && more.length === 0 ? only : Buffer.concat(this.chunks);
    this.resolve({ status: this.status, body: body.toString('utf8') });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(error);
  }
}
