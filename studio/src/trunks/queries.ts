import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';

export type Trunk = Schemas['Trunk'];

export const trunksKey = ['trunks'] as const;

/** Registration and health change by themselves. */
export const TRUNKS_MS = 5_000;

export const readTrunks = async (): Promise<readonly Trunk[]> =>
  (await take(api.GET('/v1/telephony/trunks'))).trunks;

export const trunksQuery = queryOptions({
  queryKey: [...trunksKey, 'all'],
  refetchInterval: TRUNKS_MS,
  queryFn: readTrunks,
});

export const refusalsQuery = (trunkId: string) =>
  queryOptions({
    queryKey: [...trunksKey, trunkId, 'refusals'],
    refetchInterval: TRUNKS_MS,
    queryFn: async () => {
      const params = { path: { trunkId } };
      return (await take(api.GET('/v1/telephony/trunks/{trunkId}/refusals', { params }))).refusals;
    },
  });
