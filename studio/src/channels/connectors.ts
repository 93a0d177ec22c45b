import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { conversationsKey } from '../conversations/queries.js';

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

const WEEK_MS = 7 * 24 * 60 * 60_000;
const MOST_COUNTED = 100;

/** Conversations of the last seven days through a connector, newest first. */
export const weekQuery = (connectorId: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'list', 'week', connectorId],
    queryFn: () => {
      const query = { connectorId, from: new Date(Date.now() - WEEK_MS).toISOString(), limit: MOST_COUNTED };
      return take(api.GET('/v1/conversations', { params: { query } }));
    },
  });

export const numbersQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...numbersKey(agentId), 'all'],
    queryFn: async () => (await readNumbers(agentId)).rows,
  });
