import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client.js';
import { conversationsKey, type Filters } from '../conversations/queries.js';
import { startOfToday } from '../ui/now.js';

const REFRESH_MS = 15_000;
const LATEST = 6;
/** Enough to group today's faults; the conversations page has the rest. */
const FAULTS = 50;

const read = async (query: Filters) => {
  const { conversations } = await take(api.GET('/v1/conversations', { params: { query } }));
  return conversations;
};

export const latestQuery = queryOptions({
  queryKey: [...conversationsKey, 'list', 'latest'],
  refetchInterval: REFRESH_MS,
  queryFn: () => read({ limit: LATEST }),
});

const ofToday = (name: string, filter: Filters) =>
  queryOptions({
    queryKey: [...conversationsKey, 'list', 'today', name],
    refetchInterval: REFRESH_MS,
    queryFn: () => read({ ...filter, from: startOfToday(), limit: FAULTS }),
  });

export const failedToday = ofToday('failed', { outcome: 'failed' });
export const withErrorsToday = ofToday('errors', { withErrors: true });
export const unresolvedToday = ofToday('unresolved', { success: false });

export const firingAlerts = queryOptions({
  queryKey: ['alerts', 'firing'],
  refetchInterval: REFRESH_MS,
  queryFn: async () => (await take(api.GET('/v1/alerts'))).data,
});
