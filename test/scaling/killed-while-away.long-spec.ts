import { setTimeout as delay } from 'node:timers/promises';
import { CountingService } from '../providers/support/counting-service.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import { Providers } from './support/providers.js';
import { rememberingAgent } from './support/remembering.js';
import { TalkingCallers } from './support/talking-callers.js';
import { ThreeInstances } from './support/three-instances.js';

const CALLS = 6;
/** Longer than an instance waits for PostgreSQL, shorter than clients retry. */
const AWAY_MS = 9_000;

describeWithHaproxy(describe)('instance killed (-9) during a PostgreSQL outage', () => {
  let three: ThreeInstances;
  let providers: Providers;
  let bookings: CountingService;
  let toDatabase: TcpRelay;
  let talkers: TalkingCallers;

  beforeAll(async () => {
    providers = await Providers.start();
    bookings = await CountingService.start();
    bookings.letGo();
    three = await ThreeInstances.start({
      env: providers.env,
      beforeStart: async (_instances, database) => void (toDatabase = await TcpRelay.create(database)),
      databaseUrlOf: (_index, database) => {
        const url = new URL(database);
        url.host = `127.0.0.1:${toDatabase.port}`;
        return url.href;
      },
    });
    await three.publish(rememberingAgent(bookings));
    talkers = new TalkingCallers(three.target, 'a');
    await talkers.callIn(CALLS);
  }, 300_000);
  afterAll(async () => {
    await talkers?.close();
    await three?.close();
    toDatabase?.close();
    await providers?.close();
    await bookings?.close();
  });

  it('resumes its calls when PostgreSQL is back, after refusing them', async () => {
    const owners = await three.ownersOf();
    const [instance] = three.instances;
    const hit = talkers.timelines.all().filter(({ sessionId }) => owners.get(sessionId) === instance);
    expect(hit.length).toBeGreaterThan(0);
    toDatabase.partition();
    if (instance) await three.kill(instance);
    await delay(AWAY_MS);
    expect(hit.every(({ refusals }) => refusals > 0)).toBe(true);
    toDatabase.heal();
    await talkers.talkDuring(until('they go on', () => hit.every(({ recalled }) => recalled > 0), 60_000));
    talkers.timelines.write('killed-while-away');
    expect(talkers.timelines.all().flatMap(({ wrong }) => wrong)).toEqual([]);
    await talkers.finish();
    await talkers.hangUp();
  }, 120_000);
});
