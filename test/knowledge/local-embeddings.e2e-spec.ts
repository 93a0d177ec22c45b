import type { AgentDocument } from '../../src/agent-document/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const KEYLESS: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Welcome to the library.',
  intents: [{ name: 'opening-hours', examples: ['when are you open', 'opening hours'], reply: 'From nine.' }],
};
const PARKING = 'There are six spots for cars behind the house. The gate closes at ten.';

describe('knowledge without an embeddings provider', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterAll(() => service?.close());

  const knowledgeOf = (agentId: string) => `/v1/agents/${agentId}/branches/main/knowledge-base`;
  const ask = async (agentId: string, message: string) =>
    (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body: { clientEnv: 'draft', message } }))
      .body;

  it('is found by meaning and spoken without a model, with the topic recorded', async () => {
    const agentId = await service.createAgent(account, KEYLESS);
    const topic = { name: 'Parking', content: PARKING };
    const { body } = await call('POST', `${knowledgeOf(agentId)}/topics`, { key, body: topic });
    // Shares no word with the topic.
    const question = 'Where can I leave my vehicle?';
    // Busy engines are not awaited.
    const found = await until('the topic is found by its meaning', async () => {
      const answer = await ask(agentId, question);
      return answer.response === PARKING && answer;
    });
    expect(found.metadata.retrievedTopics).toEqual([{ id: body.id, name: 'Parking', title: '' }]);
    const other = await ask(agentId, 'Who won the election?');
    expect(other.response).toBe("I don't know that. But I can help with opening hours or parking.");
    expect(other.metadata.retrievedTopics).toEqual([]);
  });

  it('is embedded only for agents that speak English', async () => {
    const upload = async (languageCode: string) => {
      const agentId = await service.createAgent(account, { ...KEYLESS, languageCode });
      const path = `${knowledgeOf(agentId)}/documents?name=house.md`;
      const headers = { 'x-api-key': key, 'content-type': 'text/markdown' };
      const added = await fetch(service.baseUrl + path, { method: 'POST', headers, body: PARKING });
      return { agentId, document: (await added.json()) as { id: string; embedding: unknown } };
    };
    const german = await upload('de-DE');
    expect(german.document.embedding).toEqual({ state: 'off', passages: 0 });
    const { agentId, document } = await upload('en-GB');
    expect(document.embedding).toEqual({ state: 'waiting', passages: 0 });
    await until('it is embedded', async () => {
      const listed = await call('GET', `${knowledgeOf(agentId)}/documents/${document.id}`, { key });
      return listed.body.embedding.state === 'done';
    });
  });
});
