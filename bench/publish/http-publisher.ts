import { Pool } from 'undici';
import type { DemoAccess } from '../support/service.js';

/** Publishes as a client does. */
export class HttpPublisher {
  private readonly pool: Pool;

  constructor(
    private readonly access: DemoAccess,
    concurrency: number,
  ) {
    this.pool = new Pool(access.baseUrl, { connections: concurrency, pipelining: 1 });
  }

  async publish(agentId: string): Promise<void> {
    const { statusCode, body } = await this.pool.request({
      method: 'POST',
      path: `/v1/agents/${agentId}/deployments/publish`,
      headers: { 'x-api-key': this.access.apiKey, 'content-type': 'application/json' },
      body: '{"deploymentMessage":"bench"}',
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`publish was answered ${statusCode}: ${text}`);
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
