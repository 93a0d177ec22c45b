import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { type Behaviour, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

/** An open circuit breaker allows a trial after ten seconds. */
const BREAK_MS = 10_000;
const WITHIN_MS = 15_000;
/** Between two chats of a repeating caller. */
const PAUSE_MS = 500;

const chatWith = (text: string, behaviour: () => Behaviour = () => 'normal') =>
  OpenAiStandIn.start({
    behaviour,
    brain: () => ({ kind: 'say', text }),
    models: ['stand-in'],
    tokenIntervalMs: 0,
  });

/** The operator's providers, shared by all accounts: two for chats, one for embeddings. */
describe("operator's providers", () => {
  let first: OpenAiStandIn;
  let second: OpenAiStandIn;
  let meanings: OpenAiStandIn;
  let behaviour: Behaviour = 'normal';
  let folder: string;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;

  beforeAll(async () => {
    first = await chatWith('The first one speaks.', () => behaviour);
    second = await chatWith('The second one speaks.');
    meanings = await OpenAiStandIn.start({ behaviour: () => behaviour });
    const entry = ({ url }: OpenAiStandIn) => ({ kind: 'openai', url, model: 'stand-in' });
    folder = mkdtempSync(path.join(os.tmpdir(), 'recovery-'));
    const file = path.join(folder, 'providers.yaml');
    const llm = { first: entry(first), second: entry(second) };
    writeFileSync(file, stringify({ llm, embeddings: { meanings: entry(meanings) } }));
    service = await createTestApp({
      env: { PROVIDERS_FILE: file },
      overrides: { knowledge: { embeddingPollMs: 20 } },
    });
    call = httpClient(service.baseUrl);
  });

  afterAll(async () => {
    await service?.close();
    await Promise.all([first, second, meanings].map((standIn) => standIn?.close()));
    if (folder) rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    behaviour = 'normal';
  });

  /**
   * An agent of a new account. @returns A function that asks it and returns the reply and the reason semantic search
   * failed.
   */
  async function agentOf(modelId?: string) {
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const llm = { provider: 'first', ...(modelId !== undefined && { modelId }) };
    const document: AgentDocument = {
      schemaVersion: 1,
      prompt: 'You are the front desk.',
      models: { traditional: { llm: { ...llm, fallbacks: [{ provider: 'second' }] } } },
    };
    const agentId = await service.createAgent(account, document);
    const ask = async () => {
      const body = { clientEnv: 'draft', message: 'Is a puppy welcome?' };
      const answer = (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body })).body;
      const record = await call('GET', `/v1/conversations/${answer.conversationId}`, { key });
      const { events } = record.body.conversation as { events: { kind: string; details: unknown }[] };
      const found = events.find(({ kind }) => kind === 'knowledge')?.details;
      return { said: JSON.stringify(answer), found };
    };
    const know = async () => {
      const body = { name: 'Pets', content: 'Pets sleep on their own blanket.' };
      const topics = `/v1/agents/${agentId}/branches/main/knowledge-base/topics`;
      expect((await call('POST', topics, { key, body })).status).toBe(201);
      await until('a topic is found by its meaning', async () => {
        const { found } = await ask();
        return (found as { outcome?: string } | undefined)?.outcome === 'found';
      });
    };
    return { ask, know };
  }

  it('of chats and embeddings are retried within 15 s after three failures, and not before 10 s', async () => {
    const agent = await agentOf();
    await agent.know();
    behaviour = 'error';
    const failedAtMs = performance.now();
    for (let time = 0; time < 3; time++) expect((await agent.ask()).said).toContain('second one');
    const requests = () => [first.requests.length, meanings.requests.length];
    const before = requests();
    expect(await agent.ask()).toMatchObject({ found: { withoutMeaning: 'PROVIDER_UNREACHABLE' } });
    expect(requests()).toEqual(before);

    behaviour = 'normal';
    await until(
      'both are asked again',
      async () => {
        await Promise.all([agent.ask(), delay(PAUSE_MS)]);
        return requests().every((count, at) => count > (before[at] ?? 0));
      },
      WITHIN_MS,
    );
    expect(performance.now() - failedAtMs).toBeGreaterThan(BREAK_MS);
    const { said, found } = await agent.ask();
    expect(said).toContain('first one');
    expect(found).not.toHaveProperty('withoutMeaning');
  });

  it('stay available despite failures of a model that another account named', async () => {
    const [wrong, right] = [await agentOf('gone'), await agentOf()];
    for (let time = 0; time < 5; time++) expect((await wrong.ask()).said).toContain('second one');
    expect((await right.ask()).said).toContain('first one');
    const asked = first.requests.length;
    await wrong.ask();
    expect(first.requests.length).toBeGreaterThan(asked);
  });

  it('stay available despite repeated failures for another account', async () => {
    const [unlucky, other] = [await agentOf(), await agentOf()];
    behaviour = 'error';
    for (let time = 0; time < 5; time++) await unlucky.ask();
    behaviour = 'normal';
    expect((await other.ask()).said).toContain('first one');
  });
});
