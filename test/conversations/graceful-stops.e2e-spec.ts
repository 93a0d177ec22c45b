import { Clock } from '../../src/common/clock/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { DistributedCounters, InstanceLease } from '../../src/cluster/index.js';
import { hasOpenCalls } from '../../src/conversations/ownership/lost-instances.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';

const STOPS = 100;

describe('lease of a stopping instance', () => {
  let database: TestDatabase;
  let service: ConversationsApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startConversationsApp(database.url);
  });
  afterAll(async () => {
    await service.app.close();
    await database.drop();
  });

  const newLease = () => {
    const { app, prisma } = service;
    return new InstanceLease(prisma, app.get(Clock), app.get(DistributedCounters), app.get(AppConfig));
  };

  it(`is released in each of ${STOPS} stops during a renewal`, async () => {
    const ids = await Promise.all(
      Array.from({ length: STOPS }, async () => {
        const lease = newLease();
        await lease.renew();
        const renewals = [lease.renew(), lease.ensure(), lease.renew()];
        await lease.release(hasOpenCalls('i.id'));
        await Promise.allSettled(renewals);
        await expect(lease.renew()).rejects.toThrow('released');
        return lease.instanceId;
      }),
    );
    expect(await service.prisma.instance.count({ where: { id: { in: ids } } })).toBe(0);
  });
});
