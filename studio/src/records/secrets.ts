import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';

export type Secret = Schemas['SecretsListResponse']['secrets'][number];

export const secretsKey = ['secrets'] as const;

/** All secrets of the account, without their values. */
export const secretsQuery = queryOptions({
  queryKey: [...secretsKey, 'all'],
  queryFn: async () => (await take(api.GET('/v1/secrets'))).secrets,
});
