import { api, type Schemas, take } from '../api/client.js';

export type PhoneNumber = Schemas['PhoneNumber'];

export const numbersKey = (agentId: string) => ['phone-numbers', agentId] as const;
export const connectorsKey = (agentId: string) => ['connectors', agentId] as const;

export async function readConnectors(agentId: string) {
  const params = { path: { agentId } };
  const answer = await take(api.GET('/v1/agents/{agentId}/telephony/connectors', { params }));
  return { rows: answer.connectors, next: undefined };
}
