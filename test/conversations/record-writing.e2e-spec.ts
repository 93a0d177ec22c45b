import { Metrics } from '../../src/common/metrics/index.js';
import type { ConversationRecord } from '../../src/conversations/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { StatementCount } from '../support/statements.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { newConversation } from './support/new-conversation.js';

/** Statements of `ConversationStore` only. */
const OF_RECORDS =
  /FOR KEY SHARE|INSERT INTO (conversations|turns|conversation_events|call_journals)|UPDATE (conversations|turns) AS stored/;
/** Owner lock, record, new turns, changed turns, events, snapshots. */
const STATEMENTS_OF_A_WRITE = 6;
/** Changes of one moment share a write, which comes after they are made. */
const COLLECTED_MS = 300;
const CALLS = 10;

describe('writing call records', () => {
  let database: TestDatabase;
  let service: ConversationsApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startConversationsApp(database.url, {}, COLLECTED_MS);
  });

  afterAll(async () => {
    await service.app.close();
    await database.drop();
  });

  const begin = (calls: number) =>
    Array.from({ length: calls }, () => service.recorder.begin(newConversation()));

  const stored = (records: readonly ConversationRecord[]) =>
    Promise.all(records.map((record) => record.stored()));

  /** The caller's turn ends, the agent's begins, a tool is called and a snapshot is written. */
  function turnOf(record: ConversationRecord, startedAt: Date): void {
    record.turn({ turnId: `${record.id}-c`, speaker: 'caller', text: 'Hi.', startedAt, endedAt: new Date() });
    record.turn({ turnId: `${record.id}-a`, speaker: 'agent', text: 'Hello.', startedAt: new Date() });
    record.event({ kind: 'fault', at: new Date(), source: 'function', code: 'TIMEOUT' });
    record.connected(new Date());
    record.keep(() => '{}');
  }

  /** The number of statements for the next change of all these calls. */
  async function statementsOf(records: readonly ConversationRecord[], happens: () => void): Promise<number> {
    const statements = StatementCount.of(OF_RECORDS);
    try {
      happens();
      await stored(records);
      return statements.count;
    } finally {
      statements.stop();
    }
  }

  it.each([1, CALLS])('takes as many statements for a turn of each of %i calls as for one', async (calls) => {
    const records = begin(calls);
    const startedAt = new Date();
    for (const record of records)
      record.turn({ turnId: `${record.id}-c`, speaker: 'caller', text: 'H', startedAt });
    await stored(records);
    const taken = await statementsOf(records, () => records.forEach((record) => turnOf(record, startedAt)));
    expect(taken).toBe(STATEMENTS_OF_A_WRITE);
    expect(
      await service.prisma.turn.count({ where: { conversationId: { in: records.map(({ id }) => id) } } }),
    ).toBe(2 * calls);
  });

  it('takes two statements each for all starts and all ends', async () => {
    let records: ConversationRecord[] = begin(0);
    const statements = StatementCount.of(OF_RECORDS);
    records = begin(CALLS);
    await stored(records);
    statements.stop();
    expect(statements.count).toBe(2);
    const ended = statementsOf(records, () =>
      records.forEach(
        (record) => void record.end({ at: new Date(), reason: 'caller-hung-up', crashed: false }),
      ),
    );
    expect(await ended).toBe(2);
  });

  it('reports writes, snapshots and the age of the oldest pending change as metrics', async () => {
    const { registry } = service.app.get(Metrics);
    const valueOf = async (name: string) =>
      Number(new RegExp(`^${name}(?:{[^}]*})? (.+)$`, 'm').exec(await registry.metrics())?.[1]);
    const before = await valueOf('earshot_call_journals_written_total');
    const writes = await valueOf('earshot_call_records_write_seconds_count');
    const records = begin(3);
    for (const record of records) record.keep(() => '{}');
    await until('it waits', async () => (await valueOf('earshot_call_records_lag_seconds')) > 0);
    await stored(records);
    expect(await valueOf('earshot_call_journals_written_total')).toBe(before + 3);
    expect(await valueOf('earshot_call_records_write_seconds_count')).toBeGreaterThan(writes);
    await until('nothing waits', async () => (await valueOf('earshot_call_records_lag_seconds')) === 0);
    expect(await valueOf('earshot_call_records_writes_failed_total')).toBe(0);
  });
});
