import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { startOfToday } from '../ui/now.js';

/** The first page has what the list shows first, so that it need not wait for the rest. */
const FIRST_AGENTS = 50;
/** The API's maximum page size. */
const MOST_AGENTS = 200;

export const agentsKey = ['agents'] as const;

export const agentsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...agentsKey, 'list', accountId],
    queryFn: ({ client, queryKey }) =>
      readAll(accountId, (first) => client.setQueryData(queryKey, (known?: Agents) => known ?? first)),
  });

type Agents = readonly Schemas['Agent'][];

/** All agents of the account, page by page. @param onFirst Receives the first page. */
async function readAll(accountId: string, onFirst: (first: Agents) => void): Promise<Agents> {
  const path = { accountId };
  let cursor: string | undefined;
  const agents: Schemas['Agent'][] = [];
  do {
    const query = cursor === undefined ? { limit: FIRST_AGENTS } : { limit: MOST_AGENTS, cursor };
    const answer = await api.GET('/v1/accounts/{accountId}/agents', { params: { path, query } });
    agents.push(...(answer.data ?? []));
    if (cursor === undefined) onFirst([...agents]);
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

/** The active deployments of an agent. */
export const activeQuery = (agentId: string) =>
  queryOptions({
    queryKey: activeKey(agentId),
    queryFn: async () => {
      const answer = api.GET('/v1/agents/{agentId}/deployments/active', { params: { path: { agentId } } });
      return (await take(answer)).activeDeployments;
    },
  });

/** Deployment state of one agent. */
export interface Published {
  readonly since: Readonly<Partial<Record<Environment, string>>>;
  /** The draft differs from the last published version, in any environment. */
  readonly hasChanges: boolean;
}

/** Deployment state by agent, in one request. Agents that were never published are missing. */
export const allActiveQuery = queryOptions({
  queryKey: ['deployments', 'all-active'],
  queryFn: async () => {
    const { active } = await take(api.GET('/v1/deployments/active'));
    const agents = new Map<string, Published>();
    // Sorted, so that an agent's last publish wins.
    for (const one of active.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
      const since = { ...agents.get(one.agentId)?.since, [one.environment]: one.createdAt };
      agents.set(one.agentId, { since, hasChanges: one.draftDiffers });
    }
    return agents;
  },
});

const ACTIVITY_MS = 10_000;

/** Calls now, and calls and errors of today, by agent. */
export const activityQuery = queryOptions({
  queryKey: ['agents-now'],
  refetchInterval: ACTIVITY_MS,
  queryFn: () => take(api.GET('/v1/metrics/agents', { params: { query: { from: startOfToday() } } })),
});

export const draftKey = (agentId: string) => ['drafts', agentId] as const;

export const readDraft = (agentId: string) =>
  take(api.GET('/v1/agents/{agentId}/draft', { params: { path: { agentId } } }));

/** Warnings and revision of the draft; the editor keeps its own copy of the document. */
export const draftQuery = (agentId: string) =>
  queryOptions({ queryKey: draftKey(agentId), queryFn: () => readDraft(agentId) });

export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
