import type { TestApp } from './app.js';
import { httpClient } from './http.js';

/** Part of a document: answers traditional calls and chats with the account's model. */
export const WITH_MODEL = { models: { traditional: { llm: { provider: 'stand-in' } } } };

/** Gives an account an OpenAI stand-in as its model, since the shared service has none. */
export async function useModel(
  { baseUrl }: TestApp,
  key: string,
  url: string,
  name = 'stand-in',
): Promise<void> {
  const body = { preset: 'openai-compatible', url, services: { llm: { model: 'stand-in' } } };
  const { status } = await httpClient(baseUrl)('PUT', `/v1/providers/${name}`, { key, body });
  if (status !== 200) throw new Error(`setting up the model failed with ${status}`);
}
