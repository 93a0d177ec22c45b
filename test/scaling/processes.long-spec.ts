import pg from 'pg';
import { childrenOf } from '../../bench/support/processor-time.js';
import { CountingService } from '../providers/support/counting-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { speakersAtOnce } from './support/one-speaker.js';
import { Providers } from './support/providers.js';
import { publish } from './support/publish.js';
import { CUT_OFF, rememberingAgent, rememberingBrain } from './support/remembering.js';
import { TalkingCallers } from './support/talking-callers.js';
import { throwInside } from './support/throw-inside.js';

const TWO_PROCESSES = {
  INSTANCE_PROCESSES: '2',
  MEDIA_WORKERS: '2',
  SIP_ENABLED: 'false',
  ALLOW_PRIVATE_NETWORKS: 'tools',
  LOG_LEVEL: 'info',
};

/** The serving processes without their launcher. */
const pidsOf = ({ pid }: ServiceProcess): number[] => childrenOf(pid);

async function instancesOf({ baseUrl }: ServiceProcess): Promise<readonly object[]> {
  const answer = await fetch(`${baseUrl}/health/ready`);
  return ((await answer.json()) as { readonly instances: readonly object[] }).instances;
}

describe('service of two processes with one killed (-9)', () => {
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
      ...TWO_PROCESSES,
      LLM_URL: url,
      STT_URL: url,
      TTS_URL: url,
    });
    await publish(service, rememberingAgent(bookings));
    await until('both are there', async () => (await instancesOf(service)).length === 2, 60_000);
  }, 120_000);
  afterAll(async () => {
    for (const caller of callers) caller.hangUp();
    await service?.kill();
    await client?.end();
    await database?.drop();
    await model?.close();
    await bookings?.close();
  });

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

  it('resumes its calls in the other by id with their history, and replaces it', async () => {
    const [one, other] = [await call('amber'), await call('birch')];
    const [ownerOfOne, ownerOfOther] = [await ownerOf(one), await ownerOf(other)];
    expect(ownerOfOne).not.toBe(ownerOfOther);
    // Snapshots are written asynchronously.
    const journals = 'SELECT count(*)::int AS n FROM call_journals';
    await until('both are kept', async () => (await client.query<{ n: number }>(journals)).rows[0]?.n === 2);
    const before = pidsOf(service);
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
    await until(
      'another process is there',
      () => pidsOf(service).length === 2 && !pidsOf(service).includes(before[0] ?? 0),
    );
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

  it('exits with 0 on SIGTERM', async () => {
    for (const caller of callers.splice(0)) caller.hangUp();
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
  }, 60_000);
});

describe('service of two processes with one stopping', () => {
  const CALLS = 6;
  let database: TestDatabase;
  let service: ServiceProcess;
  let providers: Providers;
  let bookings: CountingService;
  let talkers: TalkingCallers;
  let atFirst: readonly number[];

  beforeAll(async () => {
    buildService();
    providers = await Providers.start();
    bookings = await CountingService.start();
    bookings.letGo();
    database = await createTestDatabase();
    service = await startServiceProcess(database.url, {
      ...TWO_PROCESSES,
      ...providers.env,
      CALL_DRAIN_TIMEOUT_MS: '25000',
      // For a debugger, each process gets a free port.
      NODE_OPTIONS: '--inspect-port=0',
    });
    await publish(service, rememberingAgent(bookings));
    await until('both are there', async () => (await instancesOf(service)).length === 2, 60_000);
    talkers = new TalkingCallers({ signalingUrl: service.baseUrl, authToken: service.connectorToken }, 'p');
    atFirst = pidsOf(service);
    await talkers.callIn(CALLS);
  }, 120_000);
  afterAll(async () => {
    await talkers?.close();
    await service?.kill();
    await database?.drop();
    await providers?.close();
    await bookings?.close();
  });

  const moves = () => talkers.timelines.all().reduce((sum, { carriedOnMs }) => sum + carriedOnMs.length, 0);

  /** Its clients move to another process without interruption, and a new process replaces it. */
  async function expectClientsToGoOn(pid: number, exitCode: number): Promise<void> {
    const before = moves();
    const isReplaced = () => !pidsOf(service).includes(pid) && pidsOf(service).length === 2;
    await talkers.talkDuring(until('another process is there', isReplaced, 60_000));
    expect(service.log()).toMatch(new RegExp(`Process \\d of 2 ended \\(exit code ${exitCode}\\)`));
    expect(moves()).toBeGreaterThan(before);
    const timelines = talkers.timelines.all();
    const answers = () => timelines.map(({ said }) => said.length);
    const seen = answers();
    const allAnswered = () => answers().every((count, index) => count > (seen[index] ?? 0) + 1);
    await talkers.talkDuring(until('all of them are answered', allAnswered, 60_000));
    await until('both take calls', async () => (await instancesOf(service)).length >= 2, 60_000);
    expect(timelines.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(timelines.flatMap(speakersAtOnce)).toEqual([]);
    const said = timelines.flatMap(({ said: words }) => words);
    expect(said.filter(({ text, interrupted }) => interrupted || text === CUT_OFF)).toEqual([]);
  }

  it('migrates its clients to another process on SIGTERM without interruption', async () => {
    const [pid = 0] = atFirst;
    process.kill(pid, 'SIGTERM');
    await expectClientsToGoOn(pid, 0);
  }, 180_000);

  it('migrates its clients to another process on an uncaught error without interruption', async () => {
    // It has had all calls since.
    const [, pid = 0] = atFirst;
    await throwInside(pid, () => service.errorOutput());
    await expectClientsToGoOn(pid, 1);
    talkers.timelines.write('processes');
  }, 180_000);

  it('keeps one record per call', async () => {
    await talkers.finish();
    await talkers.hangUp();
    const client = new pg.Client(database.url);
    await client.connect();
    const sql = 'SELECT session_id, end_reason, crashed FROM conversations';
    try {
      const ends = () =>
        client.query<{ session_id: string; end_reason: string | null; crashed: boolean }>(sql);
      const all = await until('all have ended', async () => {
        const { rows } = await ends();
        return rows.every(({ end_reason }) => end_reason !== null) && rows;
      });
      const sessionIds = talkers.timelines.all().map(({ sessionId }) => sessionId);
      expect(all.map(({ session_id }) => session_id).sort()).toEqual(sessionIds.sort());
      expect(all.filter(({ end_reason, crashed }) => end_reason !== 'client-close' || crashed)).toEqual([]);
    } finally {
      await client.end();
    }
  }, 60_000);
});

describe('service of two processes', () => {
  it('stops every process when the launcher is killed', async () => {
    buildService();
    const database = await createTestDatabase();
    const service = await startServiceProcess(database.url, TWO_PROCESSES);
    try {
      const children = await until('both are there', () => {
        const found = pidsOf(service);
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
