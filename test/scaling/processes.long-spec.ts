import { readFileSync } from 'node:fs';
import pg from 'pg';
import { CountingService } from '../providers/support/counting-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { CUT_OFF, rememberingAgent, rememberingBrain } from './support/remembering.js';

describe('a service of two processes of which one is killed (-9)', () => {
  const callers: CarriedCaller[] = [];
  let database: TestDatabase;
  let client: pg.Client;
  let service: ServiceProcess;
  let model: OpenAiStandIn;
  let bookings: CountingService;

  beforeAll(async () => {
    buildService();
    model = await OpenAiStandIn.start({ brain: rememberingBrain });
    bookings = await CountingService.start();
    bookings.letGo();
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    const { url } = model;
    service = await startServiceProcess(database.url, {
      INSTANCE_PROCESSES: '2',
      MEDIA_WORKERS: '2',
      SIP_ENABLED: 'false',
      TOOL_ALLOW_PRIVATE_NETWORKS: 'true',
      LOG_LEVEL: 'info',
      LLM_URL: url,
      STT_URL: url,
      TTS_URL: url,
    });
    await publish();
    await until('both are there', async () => (await instances()).length === 2, 60_000);
  }, 120_000);
  afterAll(async () => {
    for (const caller of callers) caller.hangUp();
    await service?.kill();
    await client?.end();
    await database?.drop();
    await model?.close();
    await bookings?.close();
  });

  async function instances(): Promise<readonly object[]> {
    const answer = await fetch(`${service.baseUrl}/health/ready`);
    return ((await answer.json()) as { readonly instances: readonly object[] }).instances;
  }

  async function publish(): Promise<void> {
    const { agentId, apiKey: key } = service;
    const call = httpClient(service.baseUrl);
    const { revision } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
    const document = rememberingAgent(bookings);
    await call('PUT', `/v1/agents/${agentId}/draft`, { key, body: { revision, document } });
    const body = { environment: 'sandbox' };
    const { status } = await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body });
    expect(status).toBe(201);
  }

  async function call(word: string): Promise<CarriedCaller> {
    const caller = new CarriedCaller(service.connectorToken, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(service.baseUrl);
    await until('the agent greets', () => caller.said.includes('Hello.'));
    expect(await caller.ask(`Please remember ${word}.`)).toBe(`I remember ${word}.`);
    return caller;
  }

  const ownerOf = async ({ sessionId }: CarriedCaller) => {
    const sql = 'SELECT instance_id FROM conversations WHERE session_id = $1';
    return (await client.query<{ instance_id: string }>(sql, [sessionId])).rows[0]?.instance_id;
  };

  const pids = () =>
    readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ').map(Number);

  it('goes on with its calls in the other one, by their ids and with what was said, and replaces it', async () => {
    const [one, other] = [await call('amber'), await call('birch')];
    const [ownerOfOne, ownerOfOther] = [await ownerOf(one), await ownerOf(other)];
    expect(ownerOfOne).not.toBe(ownerOfOther);
    // What was said is written behind the call.
    const journals = 'SELECT count(*)::int AS n FROM call_journals';
    await until('both are kept', async () => (await client.query<{ n: number }>(journals)).rows[0]?.n === 2);
    const before = pids();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    const hit = await until('one of them is cut off', () => [one, other].find(({ isCutOff }) => isCutOff));
    const spared = hit === one ? other : one;
    const [sessionId, word] = [hit.sessionId, hit === one ? 'amber' : 'birch'];
    await until(
      'its call goes on',
      async () => (await hit.offerTo(service.baseUrl)).type === 'answer',
      20_000,
    );
    expect(hit.sessionId).toBe(sessionId);
    await until('it says that it was cut off', () => hit.said.includes(CUT_OFF));
    expect(await hit.ask('What was the word?')).toBe(`The word is ${word}.`);
    expect(await ownerOf(hit)).toBe(await ownerOf(spared));
    expect(spared.isCutOff).toBe(false);
    expect(await spared.ask('What was the word?')).toMatch(/^The word is/);
    await until('another process is there', () => pids().length === 2 && !pids().includes(before[0] ?? 0));
    await until(
      'it gets calls',
      async () => {
        const owner = await ownerOf(await call('cedar'));
        return owner !== ownerOfOne && owner !== ownerOfOther;
      },
      60_000,
    );
    expect(service.log()).toMatch(/Process \d of 2 ended \(SIGKILL\); another one is started/);
  }, 120_000);

  it('ends with 0 on SIGTERM', async () => {
    for (const caller of callers.splice(0)) caller.hangUp();
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
  }, 60_000);
});

describe('a service of two processes', () => {
  it('ends all of them when the process that started them is killed', async () => {
    buildService();
    const database = await createTestDatabase();
    const service = await startServiceProcess(database.url, {
      INSTANCE_PROCESSES: '2',
      MEDIA_WORKERS: '2',
      SIP_ENABLED: 'false',
    });
    try {
      const path = `/proc/${service.pid}/task/${service.pid}/children`;
      const children = await until('both are there', () => {
        const found = readFileSync(path, 'utf8').trim().split(' ').map(Number);
        return found.length === 2 && found;
      });
      await service.kill();
      const isGone = (pid: number) => {
        try {
          process.kill(pid, 0);
          return false;
        } catch {
          return true;
        }
      };
      await until('they are gone', () => children.every(isGone));
    } finally {
      await service.kill();
      await database.drop();
    }
  }, 120_000);
});
