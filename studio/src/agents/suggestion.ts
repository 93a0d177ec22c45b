import { api, once, type Schemas, take } from '../api/client.js';

export type Suggestion = Schemas['AgentSuggestion'];
export type WebsitePage = Schemas['WebsitePage'];

export const readWebsite = async (url: string): Promise<readonly WebsitePage[]> =>
  (await take(api.POST('/v1/website-pages', { body: { url } }))).pages;

export const suggest = (description: string, pages: readonly WebsitePage[]): Promise<Suggestion> =>
  take(api.POST('/v1/agent-suggestions', { body: { description, pages: [...pages] } }));

/** Saves what the agent knows, and its tests. */
export async function saveParts(agentId: string, { knowledge, tests }: Suggestion): Promise<void> {
  const path = { agentId };
  for (const { title: name, content } of knowledge) {
    const params = { path, header: once() };
    const body = { name, content };
    await take(api.POST('/v1/agents/{agentId}/branches/main/knowledge-base/topics', { params, body }));
  }
  if (tests.length === 0) return;
  const cases = tests.map(({ name, say, expect }) => ({
    name,
    turns: say.map((words, at) => ({
      say: words,
      expect: at < say.length - 1 ? [] : [{ kind: 'judged' as const, criterion: expect }],
    })),
  }));
  const params = { path, header: once() };
  await take(
    api.POST('/v1/agents/{agentId}/test-sets', { params, body: { name: 'From your description', cases } }),
  );
}
