import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client.js';

/** As many as the page shows in one piece; a search finds the others by name in the palette and the list. */
const MOST_AGENTS = 200;

export const agentsKey = ['agents'] as const;

export const agentsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...agentsKey, 'list', accountId],
    queryFn: () => readAll(accountId),
  });

/** All agents of the account, page by page. */
async function readAll(accountId: string) {
  const path = { accountId };
  let cursor: string | undefined;
  const agents = [];
  do {
    const query = { limit: MOST_AGENTS, ...(cursor !== undefined && { cursor }) };
    const answer = await api.GET('/v1/accounts/{accountId}/agents', { params: { path, query } });
    agents.push(...(answer.data ?? []));
    cursor = answer.response.headers.get('X-Next-Cursor') ?? undefined;
  } while (cursor !== undefined);
  return agents;
}

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...agentsKey, 'one', agentId],
    queryFn: () => take(api.GET('/v1/agents/{agentId}', { params: { path: { agentId } } })),
  });

const activeKey = (agentId: string) => ['deployments', agentId, 'active'] as const;

/** What is live where. */
export const activeQuery = (agentId: string) =>
  queryOptions({
    queryKey: activeKey(agentId),
    queryFn: async () => {
      const answer = api.GET('/v1/agents/{agentId}/deployments/active', { params: { path: { agentId } } });
      return (await take(answer)).activeDeployments;
    },
  });

export const draftKey = (agentId: string) => ['drafts', agentId] as const;

export const readDraft = (agentId: string) =>
  take(api.GET('/v1/agents/{agentId}/draft', { params: { path: { agentId } } }));

/** Warnings and revision of the draft; the editor keeps its own copy of the document. */
export const draftQuery = (agentId: string) =>
  queryOptions({ queryKey: draftKey(agentId), queryFn: () => readDraft(agentId) });

export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
