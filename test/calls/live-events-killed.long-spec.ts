import { createTestApp, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { EventReader } from './support/event-reader.js';

/** Event numbers of the second instance with the call. */
const OF_THE_SECOND = 10_000_000;

describe('live events of a call on a killed instance', () => {
  let database: TestDatabase;
  let killed: ServiceProcess;
  let left: TestApp;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    const env = { SIP_ENABLED: 'false', SIGNALING_GATEWAY: 'debug' };
    const overrides = { conversations: { flushIntervalMs: 20 } };
    killed = await startServiceProcess(database.url, { HOST: '127.0.0.1', ...env }, { overrides });
    left = await createTestApp({ env, overrides, databaseUrl: database.url });
  }, 300_000);
  afterAll(async () => {
    await killed?.kill();
    await left?.close();
    await database?.drop();
  });

  it('continue on the same stream of another instance when the client resumes', async () => {
    const token = killed.connectorToken;
    const caller = new CarriedCaller(token, { mode: 'echo' });
    await caller.offerTo(killed.baseUrl);
    const { sessionId } = caller;
    await until('it is on record', () =>
      left.prisma.callJournal.findFirst({ where: { conversation: { sessionId } } }),
    );
    const reader = await EventReader.open(left.baseUrl, sessionId, token);
    if (typeof reader === 'number') throw new Error(`answered with ${reader}`);
    await until('it is told', () => reader.told.some(({ kind }) => kind === 'state'));
    await killed.kill();
    expect((await caller.offerTo(left.baseUrl)).sessionId).toBe(sessionId);
    await until('it goes on', () => reader.told.some(({ number }) => number > OF_THE_SECOND));
    expect(reader.isOver).toBe(false);
    caller.hangUp();
    await until('it ends', () => reader.isOver);
    expect(reader.told.filter(({ kind }) => kind === 'ended')).toMatchObject([{ reason: 'client-close' }]);
  }, 60_000);
});
