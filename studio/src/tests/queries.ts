import { queryOptions } from '@tanstack/react-query';
import { api, once, take } from '../api/client.js';

export const testSetsKey = (agentId: string) => ['test-sets', agentId] as const;

export const readTestSets = async (agentId: string) =>
  (await take(api.GET('/v1/agents/{agentId}/test-sets', { params: { path: { agentId } } }))).testSets;

/** Sets to choose from; the tab's list has its own query. */
export const testSetsQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...testSetsKey(agentId), 'choice'],
    queryFn: () => readTestSets(agentId),
  });

export const testSetQuery = (agentId: string, testSetId: string) =>
  queryOptions({
    queryKey: [...testSetsKey(agentId), 'one', testSetId],
    queryFn: async () => {
      const params = { path: { agentId, testSetId } };
      return (await take(api.GET('/v1/agents/{agentId}/test-sets/{testSetId}', { params }))).testSet;
    },
  });

export const runsKey = (agentId: string, testSetId: string) =>
  [...testSetsKey(agentId), 'runs', testSetId] as const;

/** Runs of a set, newest first. */
export async function readRuns(agentId: string, testSetId: string, cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const params = { path: { agentId, testSetId }, query };
  const answer = api.GET('/v1/agents/{agentId}/test-sets/{testSetId}/runs', { params });
  const { testRuns, nextCursor } = await take(answer);
  return { rows: testRuns, next: nextCursor };
}

/** Runs a set on the draft. */
export const runOnDraft = (agentId: string, testSetId: string) =>
  take(
    api.POST('/v1/agents/{agentId}/test-sets/{testSetId}/runs', {
      params: { path: { agentId, testSetId }, header: once() },
      body: { target: 'draft' },
    }),
  );

/** A run, polled until it has finished. */
export const testRunQuery = (testRunId: string) =>
  queryOptions({
    queryKey: ['test-runs', testRunId],
    refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : 1_000),
    queryFn: async () =>
      (await take(api.GET('/v1/test-runs/{testRunId}', { params: { path: { testRunId } } }))).testRun,
  });

const isOver = (state: string | undefined) => state === 'passed' || state === 'failed';
