import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CountingService } from '../providers/support/counting-service.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

/** Every other one during the model request, the rest around the tool request. */
const KILLS = 10;
/** Distance between points of the same kind. */
const STEP_MS = 6;
const CHATS_EACH = 3;
const TIMEOUT_MS = 900_000;

const brain: Brain = ({ history }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: 'Done.' };
  return { kind: 'call', name: 'book_table', arguments: '{}' };
};

describe(`service killed (-9) at ${KILLS} points while agents call a tool`, () => {
  let database: TestDatabase;
  let model: OpenAiStandIn;
  let bookings: CountingService;
  let service: ServiceProcess | undefined;
  let client: pg.Client;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    model = await OpenAiStandIn.start({ brain });
    bookings = await CountingService.start();
    bookings.letGo();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.kill();
    await client?.end();
    await model?.close();
    await bookings?.close();
    await database?.drop();
  });

  const start = () =>
    startServiceProcess(
      database.url,
      {
        LLM_URL: model.url,
        LLM_MODEL: 'stand-in',
        ALLOW_PRIVATE_NETWORKS: 'tools',
        CONVERSATIONS_INSTANCE_LEASE_MS: '1000',
      },
      { overrides: { quotas: { textChats: 1_000 } } },
    );

  async function writeDraft({ baseUrl, agentId, apiKey: key }: ServiceProcess): Promise<void> {
    const call = httpClient(baseUrl);
    const { revision } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
    const tool = bookings.tool();
    const document = {
      schemaVersion: 1,
      prompt: 'You book tables.',
      models: { traditional: { llm: { provider: 'openai' } } },
      tools: [{ ...tool, http: { ...tool.http, repeatable: true } }],
    };
    const saved = await call('PUT', `/v1/agents/${agentId}/draft`, { key, body: { revision, document } });
    expect(saved.status).toBe(200);
  }

  /** Consecutive points of a call: before the model's answer, around the request, and after its answer. */
  async function pointOf(
    life: number,
    before: { readonly asked: number; readonly came: number },
  ): Promise<void> {
    if (life % 2 === 0) await until('the model is asked', () => model.requests.length > before.asked, 30_000);
    else await until('the request came', () => bookings.keys.length > before.came, 30_000);
    await delay(Math.floor(life / 2) * STEP_MS);
  }

  const keysOnRecord = async () =>
    (await client.query<{ id: string }>('SELECT id FROM tool_requests')).rows.map(({ id }) => id);

  it(
    'performs each logged request, and none twice',
    async () => {
      const written = new Set<string>();
      for (let life = 0; life < KILLS; life++) {
        const running = await start();
        service = running;
        await writeDraft(running);
        const before = { asked: model.requests.length, came: bookings.keys.length };
        const { baseUrl, agentId, apiKey: key } = running;
        const chats = Array.from({ length: CHATS_EACH }, () =>
          httpClient(baseUrl)('POST', `/v1/agents/${agentId}/debug-chat`, {
            key,
            body: { clientEnv: 'draft', message: 'Book a table.' },
          }).catch(() => undefined),
        );
        await pointOf(life, before);
        await running.kill();
        await Promise.all(chats);
        for (const id of await keysOnRecord()) written.add(id);
      }
      service = await start();
      await until('all are settled', async () => (await keysOnRecord()).length === 0, 60_000);
      const effects = new Set(bookings.keys);
      expect([...written].filter((id) => !effects.has(id))).toEqual([]);
      expect(written.size).toBeGreaterThan(0);
      // A service that honours keys ignores these.
      console.log(
        `${KILLS} kills: ${effects.size} effects, ${bookings.keys.length - effects.size} requests again, ` +
          `${written.size} calls left behind and settled`,
      );
    },
    TIMEOUT_MS,
  );
});
