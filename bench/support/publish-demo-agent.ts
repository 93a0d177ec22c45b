import type { DemoAccess } from './service.js';

/** Publishes the demo agent with these parts of its document replaced. */
export async function publishDemoAgent(
  { baseUrl, agentId, apiKey }: DemoAccess,
  document: object,
): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/v1/agents/${agentId}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
    return await response.json();
  };
  const { revision } = (await ask('GET', '/draft')) as { revision: number };
  await ask('PATCH', '/draft', { revision, document });
  await ask('POST', '/deployments/publish', { environment: 'sandbox' });
}
