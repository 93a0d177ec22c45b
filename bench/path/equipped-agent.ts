import type { DemoAccess } from '../support/service.js';

const TOPICS = 100;
const TOOLS = 5;

/** An agent with every feature, none of which the bench's question needs. */
export interface EquippedAgent {
  readonly connectorToken: string;
}

interface Draft {
  readonly revision: number;
  readonly document: { readonly tools?: readonly object[] };
}

/**
 * A copy of the demo agent with variables, topics, tools and an MCP server.
 * @param mcpUrl Of a server that lists tools.
 */
export async function createEquippedAgent(
  { baseUrl, agentId, apiKey }: DemoAccess,
  mcpUrl: string,
): Promise<EquippedAgent> {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}/v1/agents/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const copy = await ask<{ agentId: string }>('POST', `${agentId}/duplicate`, { newAgentName: 'Equipped' });
  const topics = `${copy.agentId}/branches/main/knowledge-base/topics`;
  for (let number = 0; number < TOPICS; number++)
    await ask('POST', topics, {
      name: `Subject ${number}`,
      content: `Room ${number} has a view of the sea.`,
    });
  const { revision, document } = await ask<Draft>('GET', `${copy.agentId}/draft`);
  const added = equipment(mcpUrl);
  const tools = [...(document.tools ?? []), ...added.tools];
  await ask('PATCH', `${copy.agentId}/draft`, { revision, document: { ...added, tools } });
  await ask('POST', `${copy.agentId}/deployments/publish`, { environment: 'sandbox' });
  const connector = { name: 'Equipped', clientEnv: 'sandbox' };
  const { token } = await ask<{ token: string }>('POST', `${copy.agentId}/telephony/connectors`, connector);
  return { connectorToken: token };
}

/** The features of its document. @param mcpUrl Of a server that lists tools. */
export const equipment = (mcpUrl: string) => ({
  prompt:
    'You are the front desk. It is {{now}}. The caller is {{call.name | somebody}} ({{caller | unknown}}).',
  knowledge: { mode: 'ahead' },
  tools: Array.from({ length: TOOLS }, (_, number) => ({
    name: `look_up_${number}`,
    description: `Looks up the list ${number}.`,
    parameters: { type: 'object', properties: { name: { type: 'string' } } },
    http: { method: 'GET', url: `http://127.0.0.1:9/lists/${number}?of={{call.name | nobody}}` },
    filler: { afterMs: 1_500, say: ['One moment.'] },
  })),
  mcpServers: [{ name: 'desk', url: mcpUrl, tools: ['get_weather'] }],
  builtInTools: ['transfer', 'hang_up'],
});
