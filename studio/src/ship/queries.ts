import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../agents/queries.js';
import { api, type Schemas, take } from '../api/client.js';

export type Deployment = Schemas['Deployment'];
export type Rollout = Schemas['Rollout'];
export type PendingDeployment = Schemas['PendingDeployment'];

/** Polling interval for pending states, in milliseconds. */
const LOOK_MS = 5_000;

/** Query key of everything about deployments; a publish invalidates it. */
export const deploymentsKey = (agentId: string) => ['deployments', agentId] as const;

/** Changes between two versions: a deployment, a version hash or `draft` each. */
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

/** All rollouts, newest first, with their findings so far. */
export const rolloutsQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'rollouts'],
    refetchInterval: LOOK_MS,
    queryFn: async () =>
      (await take(api.GET('/v1/agents/{agentId}/rollouts', { params: { path: { agentId } } }))).rollouts,
  });

/** The newest experiment of an environment, with its results. */
export const experimentQuery = (agentId: string, environment: Environment) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'experiment', environment],
    refetchInterval: LOOK_MS,
    queryFn: () => {
      const params = { path: { agentId, environment } };
      return take(api.GET('/v1/agents/{agentId}/environments/{environment}/experiment/results', { params }));
    },
  });

/** The gates of an environment. */
export const gatesQuery = (agentId: string, environment: Environment) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'gates', environment],
    queryFn: () =>
      take(
        api.GET('/v1/agents/{agentId}/environments/{environment}/gates', {
          params: { path: { agentId, environment } },
        }),
      ),
  });

/** State of an environment's gates for a version: a deployment, a version hash or `draft`. */
export const gateStatesQuery = (
  agentId: string,
  environment: Environment,
  version: string,
  action: 'publish' | 'promotion' | 'rollback',
) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'gate-states', environment, version, action],
    staleTime: 0,
    refetchInterval: LOOK_MS,
    queryFn: () => {
      const params = { path: { agentId, environment }, query: { version, action } };
      return take(api.GET('/v1/agents/{agentId}/environments/{environment}/gates/states', { params }));
    },
  });

/** Approvals of a version for an environment. */
export const approvalsQuery = (agentId: string, environment: Environment, version: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'approvals', environment, version],
    queryFn: async () => {
      const params = { path: { agentId, environment }, query: { version } };
      const answer = api.GET('/v1/agents/{agentId}/environments/{environment}/approvals', { params });
      return (await take(answer)).approvals;
    },
  });

/** Deployments that wait, or waited, for gates; newest first. */
export const pendingQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(agentId), 'pending'],
    refetchInterval: LOOK_MS,
    queryFn: async () => {
      const params = { path: { agentId } };
      return (await take(api.GET('/v1/agents/{agentId}/pending-deployments', { params }))).pendingDeployments;
    },
  });
