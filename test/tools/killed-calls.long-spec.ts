import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CountingService } from '../providers/support/counting-service.js';
import { type Brain, defaultBrain } from '../stand-ins/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';
import { Meeting } from './support/meeting.js';
import { type EngineName, ENGINES, publishForEach, ThreeEngines } from './support/three-engines.js';

const KILLS = Number(process.env['KILLED_CALLS'] ?? 20);
const ASKED = 'Book a table, please.';
/** Distance between points of the same kind. */
const STEP_MS = 4;
const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 1_800_000;

const brain: Brain = (input) => {
  const { history, instructions } = input;
  if (/say exactly/i.test(instructions)) return defaultBrain(input);
  if (history.at(-1)?.role === 'tool') return { kind: 'say', text: 'Your table is booked.' };
  return { kind: 'call', name: 'book_table', arguments: '{}' };
};

/** The record a restarted service makes of an abandoned tool call. */
interface Settled {
  readonly callId: string;
  readonly outcome: string;
  readonly adapter: string;
}

describe(`service killed (-9) at ${KILLS} points of spoken calls in every engine during a tool call`, () => {
  let database: TestDatabase;
  let client: pg.Client;
  let providers: ThreeEngines;
  let bookings: CountingService;
  let service: ServiceProcess | undefined;
  let tokens: ReadonlyMap<EngineName, string> | undefined;
  let question: Int16Array;
  let heard = new Meeting(ENGINES.length);

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    // All callers are understood before any model is called.
    providers = await ThreeEngines.start(brain, (engine) => async () => {
      await heard.arrive(engine);
      return ASKED;
    });
    bookings = await CountingService.start();
    question = await synthesise(ASKED, 16_000);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.kill();
    await client?.end();
    await providers?.close();
    await bookings?.close();
    await database?.drop();
  });

  /** Starts the service; resolves once abandoned calls are settled. */
  async function start(): Promise<ServiceProcess> {
    bookings.letGo();
    const env = {
      ...providers.settings,
      ALLOW_PRIVATE_NETWORKS: 'tools',
      CONVERSATIONS_INSTANCE_LEASE_MS: '1000',
    };
    const overrides = { providers: { sttAnticipateAfterMs: 0 } };
    const started = await startServiceProcess(database.url, env, { overrides });
    service = started;
    await until('all are settled', async () => (await keysLeft()).length === 0, PATIENCE_MS);
    return started;
  }

  const keysLeft = async () =>
    (await client.query<{ id: string }>('SELECT id FROM tool_requests')).rows.map(({ id }) => id);

  async function settledOf(keys: readonly string[]): Promise<Settled[]> {
    const { rows } = await client.query<Settled>(
      `SELECT e.details->>'id' AS "callId", e.details->>'outcome' AS outcome, c.adapter
       FROM conversation_events e JOIN conversations c ON c.id = e.conversation_id
       WHERE e.kind = 'tool-call' AND e.details->>'id' = ANY($1) ORDER BY 1`,
      [keys],
    );
    return rows;
  }

  /** One call per engine, with a caller who asks for a table. */
  async function talk({ baseUrl }: ServiceProcess): Promise<SpokenCall[]> {
    const calls = await Promise.all(
      ENGINES.map(({ name, mode }) => SpokenCall.begin(baseUrl, tokens?.get(name) ?? '', { mode })),
    );
    // Hearing the greeting proves that the line works.
    await Promise.all(calls.map((call) => call.listen(0)));
    for (const call of calls) void call.speak(question);
    return calls;
  }

  /** Consecutive points of the calls: around their tool requests and around the answers. */
  async function point(life: number): Promise<void> {
    const isAnswered = life % 2 === 1;
    if (isAnswered) {
      await until('all requests came', () => bookings.underWay === ENGINES.length, PATIENCE_MS);
      bookings.letGo();
    } else await until('all callers were understood', () => heard.isComplete, PATIENCE_MS);
    await delay(Math.floor(life / 2) * STEP_MS);
  }

  /** @returns Keys of abandoned tool calls. */
  async function live(running: ServiceProcess, life: number): Promise<string[]> {
    tokens ??= await publishForEach(running, {
      greeting: 'Good day.',
      prompt: 'You book tables.',
      tools: [bookings.tool({ http: { ...bookings.tool().http, repeatable: true } })],
    });
    heard = new Meeting(ENGINES.length);
    if (life % 2 === 1) bookings.hold();
    const calls = await talk(running);
    await point(life);
    await running.kill();
    for (const call of calls) call.hangUp();
    return keysLeft();
  }

  it(
    'performs each logged request once and records the result',
    async () => {
      const left = new Set<string>();
      const effectsOf: number[] = [];
      let running = await start();
      for (let life = 0; life < KILLS; life++) {
        const before = new Set(bookings.keys).size;
        for (const key of await live(running, life)) left.add(key);
        running = await start();
        effectsOf.push(new Set(bookings.keys).size - before);
      }
      expect(Math.max(...effectsOf)).toBe(ENGINES.length);
      // When all requests had arrived, each is settled, and no other one exists.
      expect(effectsOf.filter((_, life) => life % 2 === 1 && effectsOf[life] !== ENGINES.length)).toEqual([]);
      const effects = new Set(bookings.keys);
      expect([...left].filter((key) => !effects.has(key))).toEqual([]);
      const settled = await settledOf([...left]);
      expect(settled.map(({ callId, outcome }) => [callId, outcome])).toEqual(
        [...left].sort().map((callId) => [callId, 'ok']),
      );
      const byEngine = ENGINES.map(
        ({ name }) => `${name} ${settled.filter(({ adapter }) => adapter === name).length}`,
      );
      expect(byEngine.join()).not.toMatch(/ 0\b/);
      // A service that honours keys ignores repeated requests.
      console.log(
        `${KILLS} kills: ${effects.size} effects, ${bookings.keys.length - effects.size} requests again; left behind ` +
          `and settled: ${byEngine.join(', ')}`,
      );
    },
    TIMEOUT_MS,
  );
});
