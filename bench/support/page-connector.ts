import type { DemoAccess } from './service.js';

/** Lets pages of an origin call the demo agent. @returns The connector's id. */
export async function makePageConnector(access: DemoAccess, origin: string): Promise<string> {
  const { baseUrl, agentId, apiKey } = access;
  const response = await fetch(`${baseUrl}/v1/agents/${agentId}/telephony/connectors`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Widget', clientEnv: 'sandbox', publicAccess: { origins: [origin] } }),
  });
  if (!response.ok) throw new Error(`the connector was refused: ${await response.text()}`);
  return ((await response.json()) as { connectorId: string }).connectorId;
}
