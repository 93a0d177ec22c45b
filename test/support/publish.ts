import type { EnvironmentName } from '../../src/common/access/index.js';
import type { TestAccount, TestApp } from './app.js';

/** Publishes the agent's draft over HTTP, like a client. */
export async function publish(
  app: TestApp,
  account: TestAccount,
  agentId: string,
  environment: EnvironmentName,
): Promise<void> {
  const response = await fetch(`${app.baseUrl}/v1/agents/${agentId}/deployments/publish`, {
    method: 'POST',
    headers: { 'X-API-KEY': await app.createKey(account), 'Content-Type': 'application/json' },
    body: JSON.stringify({ environment }),
  });
  if (response.status !== 201) throw new Error(`publishing failed with ${response.status}`);
}
