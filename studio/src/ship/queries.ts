import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../agents/queries.js';
import { api, type Schemas, take } from '../api/client.js';

export type Deployment = Schemas['Deployment'];

/** All that is shown about what is where; a publish changes all of it. */
export const deploymentsKey = (agentId: string) => ['deployments', agentId] as const;

/** What changed between two versions: a deployment, a version hash or `draft` each. */
export const diffQuery = (agentId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'diff', from, to],
    staleTime: 0,
    queryFn: async () => {
      const params = { path: { agentId }, query: { from, to } };
      return (await take(api.GET('/v1/agents/{agentId}/deployments/diff', { params }))).changes;
    },
  });

export async function readDeployments(agentId: string, environment: Environment, cursor: string | undefined) {
  const query = { environment, limit: 20, ...(cursor !== undefined && { cursor }) };
  const answer = api.GET('/v1/agents/{agentId}/deployments', { params: { path: { agentId }, query } });
  const { deployments, nextCursor } = await take(answer);
  return { rows: deployments, next: nextCursor };
}

export const rolloutsQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'rollouts'],
    queryFn: async () =>
      (await take(api.GET('/v1/agents/{agentId}/rollouts', { params: { path: { agentId } } }))).rollouts,
  });
