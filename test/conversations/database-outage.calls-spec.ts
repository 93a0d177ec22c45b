import { AppConfig } from '../../src/common/config/index.js';
import { Metrics } from '../../src/common/metrics/index.js';
import { PrismaService } from '../../src/common/prisma/index.js';
import { type FaultyPostgres, startFaultyPostgres } from '../support/faulty-postgres.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { newConversation } from './support/new-conversation.js';

const END = { reason: 'hang-up', crashed: false };

describe('ConversationRecorder while PostgreSQL is unavailable', () => {
  let postgres: FaultyPostgres;
  let service: ConversationsApp;
  /** Reads stored rows with longer timeouts than the service, which a busy machine may exceed. */
  let onlooker: PrismaService;

  beforeAll(async () => {
    postgres = await startFaultyPostgres();
    onlooker = new PrismaService(
      AppConfig.fromEnvironment({
        DATABASE_URL: postgres.url,
        DATABASE_QUERY_TIMEOUT_MS: '30000',
        DATABASE_CONNECT_TIMEOUT_MS: '30000',
      }),
    );
    service = await startConversationsApp(postgres.url, {
      DATABASE_QUERY_TIMEOUT_MS: '300',
      DATABASE_CONNECT_TIMEOUT_MS: '300',
      CONVERSATIONS_UNSAVED_LIMIT_MIB: '1',
      // Only the outage matters, not other instances' leases.
      CONVERSATIONS_INSTANCE_LEASE_MS: '60000',
    });
  });

  afterAll(async () => {
    postgres.thaw();
    await service.app.close();
    await onlooker.onApplicationShutdown();
    await postgres.stop();
  });

  const storedTurns = (conversationIds: string[]) =>
    onlooker.turn.count({ where: { conversationId: { in: conversationIds } } });

  const storedCalls = (ids: string[]) => onlooker.conversation.count({ where: { id: { in: ids } } });

  it('delays no call and loses no turn while the server is frozen', async () => {
    const records = Array.from({ length: 20 }, () => service.recorder.begin(newConversation()));
    const ids = records.map(({ id }) => id);
    await until('the calls are stored', async () => (await storedCalls(ids)) === records.length);

    postgres.freeze();
    const begin = performance.now();
    for (let turn = 0; turn < 10; turn++) {
      for (const record of records) {
        record.turn({ turnId: `${turn}`, speaker: 'agent', text: 'Still he', startedAt: new Date() });
        record.turn({ turnId: `${turn}`, speaker: 'agent', text: 'Still here.', startedAt: new Date() });
      }
    }
    const ended = records.map((record) => record.end({ at: new Date(), ...END }));
    // 400 turns: waiting 300 ms for each would take two minutes.
    expect(performance.now() - begin).toBeLessThan(5_000);
    const meanwhile = service.recorder.begin(newConversation());
    await until('a write has timed out', () => service.recorder.statistics().failedWrites > 0);
    expect(await Promise.race([Promise.all(ended), Promise.resolve('waiting')])).toBe('waiting');

    postgres.thaw();
    await Promise.all([...ended, meanwhile.end({ at: new Date(), ...END })]);
    expect(await storedTurns(ids)).toBe(200);
    expect(await onlooker.turn.count({ where: { conversationId: { in: ids }, text: 'Still here.' } })).toBe(
      200,
    );
    expect(service.recorder.statistics().lost).toEqual({ conversation: 0, turn: 0, event: 0, journal: 0 });
  });

  it('loses nothing when the server crashes and recovers', async () => {
    const records = Array.from({ length: 20 }, () => service.recorder.begin(newConversation()));
    const say = (turnId: string) => {
      for (const record of records) {
        record.turn({ turnId, speaker: 'caller', text: turnId, startedAt: new Date() });
      }
    };
    say('before');
    await until(
      'the first turns are stored',
      async () => (await storedTurns(records.map(({ id }) => id))) === 20,
    );
    postgres.crash();
    say('during');
    await Promise.all(records.map((record) => record.end({ at: new Date(), ...END })));
    expect(await storedTurns(records.map(({ id }) => id))).toBe(40);
    expect(service.recorder.statistics().lost).toEqual({ conversation: 0, turn: 0, event: 0, journal: 0 });
  });

  it('stores a long outage in batches that fit the query timeout', async () => {
    const patient = await startConversationsApp(postgres.url, {
      DATABASE_QUERY_TIMEOUT_MS: '400',
      DATABASE_CONNECT_TIMEOUT_MS: '300',
    });
    const records = Array.from({ length: 50 }, () => patient.recorder.begin(newConversation()));
    const ids = records.map(({ id }) => id);
    await until('the calls are stored', async () => (await storedCalls(ids)) === 50);
    postgres.freeze();
    for (let turn = 0; turn < 5_000; turn++) {
      records[turn % 50]?.turn({
        turnId: `${turn}`,
        speaker: 'agent',
        text: `${turn} `.repeat(500),
        startedAt: new Date(),
      });
    }
    expect(patient.recorder.statistics().unsavedBytes).toBeGreaterThan(20 * 1_048_576);
    const ended = Promise.all(records.map((record) => record.end({ at: new Date(), ...END })));
    postgres.thaw();
    await ended;
    expect(await storedTurns(ids)).toBe(5_000);
    expect(patient.recorder.statistics()).toMatchObject({ unsavedBytes: 0, lost: { turn: 0 } });
    await patient.app.close();
  });

  it('stays within its memory limit, counts what it drops and still stores how each call ended', async () => {
    const record = service.recorder.begin(newConversation());
    await until('the call is stored', async () => (await storedCalls([record.id])) === 1);
    postgres.freeze();
    for (let turn = 0; turn < 1_000; turn++) {
      record.turn({ turnId: `${turn}`, speaker: 'agent', text: 'x'.repeat(5_000), startedAt: new Date() });
    }
    const ended = record.end({ at: new Date(), ...END });
    const { unsavedBytes, lost } = service.recorder.statistics();
    expect(unsavedBytes).toBeLessThanOrEqual(1_048_576 + 1_024);
    expect(lost.turn).toBeGreaterThan(800);
    const metrics = await service.app.get(Metrics).registry.metrics();
    expect(metrics).toMatch(
      new RegExp(`^earshot_call_records_lost_total\\{.*table="turn".*\\} ${lost.turn}$`, 'm'),
    );

    postgres.thaw();
    await ended;
    expect(await storedTurns([record.id])).toBe(1_000 - lost.turn);
    expect(await onlooker.conversation.findUniqueOrThrow({ where: { id: record.id } })).toMatchObject({
      endReason: 'hang-up',
    });
    expect(service.recorder.statistics()).toMatchObject({ unsavedBytes: 0, openConversations: 0 });
  });
});
