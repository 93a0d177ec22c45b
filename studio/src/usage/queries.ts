import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client.js';
import { type Period, type Span, spanOf, TIME_ZONE } from './period.js';

const REFRESH_MS = 60_000;
/** Questions are compared in the background. */
const COMPARING_MS = 3_000;

const filterOf = (agentId: string) => (agentId === '' ? {} : { agentId });

export const outcomesQuery = (agentId: string, period: Period) =>
  queryOptions({
    queryKey: ['metrics', 'outcomes', agentId, period],
    refetchInterval: REFRESH_MS,
    queryFn: () => {
      const query = { ...spanOf(period), ...filterOf(agentId), timeZone: TIME_ZONE };
      return take(api.GET('/v1/metrics/outcomes', { params: { query } }));
    },
  });

export const questionsQuery = (agentId: string, period: Period) =>
  queryOptions({
    queryKey: ['metrics', 'questions', agentId, period],
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isGrouped === false && data.unanswered.length > 1 && dataUpdateCount < 10
        ? COMPARING_MS
        : REFRESH_MS,
    queryFn: () => {
      const query = { ...spanOf(period), ...filterOf(agentId) };
      return take(api.GET('/v1/metrics/questions', { params: { query } }));
    },
  });

export const costQuery = (span: Span) =>
  queryOptions({
    queryKey: ['usage', 'provider', span],
    queryFn: () => take(api.GET('/v1/usage', { params: { query: { ...span, groupBy: 'provider' } } })),
  });
