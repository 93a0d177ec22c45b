import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client.js';

export const providersKey = ['providers'] as const;

export const providersQuery = queryOptions({
  queryKey: [...providersKey, 'list'],
  queryFn: () => take(api.GET('/v1/providers')),
});

export const modelsQuery = queryOptions({
  queryKey: [...providersKey, 'models'],
  queryFn: async () => (await take(api.GET('/v1/models'))).models,
});

export const voicesQuery = queryOptions({
  queryKey: [...providersKey, 'voices'],
  queryFn: async () => (await take(api.GET('/v1/voices'))).voices,
});
