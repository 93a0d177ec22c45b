import type { AgentDocument } from '../../../src/agent-document/index.js';
import { httpClient } from '../../support/http.js';
import type { ServiceProcess } from '../../support/service-process.js';

/** Publishes this document for a service's demo agent, in the demo connector's environment. */
export async function publish(
  { baseUrl, agentId, apiKey: key }: ServiceProcess,
  document: AgentDocument,
): Promise<void> {
  const call = httpClient(baseUrl);
  const { revision } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
  const saved = await call('PUT', `/v1/agents/${agentId}/draft`, { key, body: { revision, document } });
  if (saved.status !== 200) throw new Error(`the draft was refused: ${JSON.stringify(saved.body)}`);
  const body = { environment: 'sandbox' };
  const published = await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body });
  if (published.status !== 201) throw new Error(`publishing failed: ${JSON.stringify(published.body)}`);
}
