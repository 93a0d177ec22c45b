import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';

export type PhoneNumber = Schemas['PhoneNumber'];
export type Connector = Schemas['Connector'];

export const numbersKey = (agentId: string) => ['phone-numbers', agentId] as const;
export const connectorsKey = (agentId: string) => ['connectors', agentId] as const;

export async function readConnectors(agentId: string) {
  const params = { path: { agentId } };
  const answer = await take(api.GET('/v1/agents/{agentId}/telephony/connectors', { params }));
  return { rows: answer.connectors, next: undefined };
}

export async function readNumbers(agentId: string) {
  const params = { path: { agentId } };
  const answer = await take(api.GET('/v1/agents/{agentId}/telephony/phone-numbers', { params }));
  return { rows: answer.phoneNumbers, next: undefined };
}

export const connectorsQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...connectorsKey(agentId), 'all'],
    queryFn: async () => (await readConnectors(agentId)).rows,
  });

export const numbersQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...numbersKey(agentId), 'all'],
    queryFn: async () => (await readNumbers(agentId)).rows,
  });
