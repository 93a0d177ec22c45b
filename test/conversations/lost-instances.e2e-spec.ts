import { CallOwnership } from '../../src/conversations/index.js';
import { InstanceLease } from '../../src/cluster/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { newConversation } from './support/new-conversation.js';

/** Renewed, and checked for dead instances, every third of it. */
const SHORT_LEASE = { CONVERSATIONS_INSTANCE_LEASE_MS: '1000' };

describe('conversations of dead instances', () => {
  let database: TestDatabase;
  let service: ConversationsApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startConversationsApp(database.url, SHORT_LEASE);
  });

  afterAll(async () => {
    await service.app.close();
    await database.drop();
  });

  const stored = (id: string) => service.prisma.conversation.findUnique({ where: { id } });

  it('are marked crashed at the last sign of life, and the instance is removed', async () => {
    const seenAt = new Date(Date.now() - 60_000);
    const { connectorId: _, ...details } = newConversation({ startedAt: new Date(Date.now() - 120_000) });
    // In one transaction: an instance without conversations is removed.
    await service.prisma.$transaction([
      service.prisma.instance.create({
        data: { id: 'inst_dead', seenAt, leaseExpiresAt: new Date(Date.now() - 30_000) },
      }),
      service.prisma.conversation.create({
        data: { ...details, id: 'conv_orphan', instanceId: 'inst_dead' },
      }),
    ]);
    await until('it is ended', async () => (await stored('conv_orphan'))?.endedAt);
    expect(await stored('conv_orphan')).toMatchObject({
      endReason: 'instance-lost',
      crashed: true,
      endedAt: seenAt,
    });
    await until(
      'the instance is gone',
      async () => (await service.prisma.instance.count({ where: { id: 'inst_dead' } })) === 0,
    );
  });

  it('are left alone while their instance lives, and reopened when it was only disconnected', async () => {
    const neighbour = await startConversationsApp(database.url);
    try {
      const record = neighbour.recorder.begin(newConversation());
      await until('the call is stored', async () => (await stored(record.id)) !== null);
      const instanceId = (await stored(record.id))?.instanceId;

      const { seenAt } = await service.prisma.instance.findFirstOrThrow({
        where: { NOT: { id: instanceId } },
      });
      await until(
        'the other instance has looked again',
        async () =>
          (await service.prisma.instance.count({
            where: { NOT: { id: instanceId }, seenAt: { gt: new Date(seenAt.getTime() + 400) } },
          })) === 1,
      );
      expect((await stored(record.id))?.endedAt).toBeNull();

      // Repeated, since the instance keeps renewing its lease.
      await until('it is taken for lost', async () => {
        await service.prisma.instance.updateMany({
          where: { id: instanceId },
          data: { leaseExpiresAt: new Date(0) },
        });
        return (await stored(record.id))?.endReason === 'instance-lost';
      });
      await neighbour.app.get(InstanceLease).renew();
      await until('it is taken back', async () => (await stored(record.id))?.endReason === null);
      expect(await stored(record.id)).toMatchObject({ crashed: false, endedAt: null });
      await record.end({ at: new Date(), reason: 'hang-up', crashed: false });
      expect(await stored(record.id)).toMatchObject({ crashed: false, endReason: 'hang-up' });
    } finally {
      await neighbour.app.close();
    }
  });

  it('keep a sealed snapshot for takeover, after which the old process writes nothing', async () => {
    const neighbour = await startConversationsApp(database.url);
    try {
      const details = newConversation();
      const record = neighbour.recorder.begin(details);
      record.turn({ turnId: 'one', speaker: 'caller', text: 'I am Ada.', startedAt: new Date() });
      record.keep(() => 'She is called Ada.');
      let isTold = false;
      record.onTaken(() => (isTold = true));
      const ownership = service.app.get(CallOwnership);
      const found = await until('what is needed is stored', async () => {
        const call = await ownership.find(details.sessionId);
        return call?.state === undefined ? undefined : call;
      });
      expect(found).toMatchObject({ conversationId: record.id, epoch: 1, owner: { isAlive: true } });
      expect(found.state).toBe('She is called Ada.');
      const { state } = await service.prisma.callJournal.findFirstOrThrow({
        where: { conversationId: record.id },
      });
      expect(state).not.toContain('Ada');

      const [won, lost] = [await ownership.claim(found), await ownership.claim(found)];
      expect(won?.record).toMatchObject({ id: record.id, epoch: 2, turns: 1, events: 0 });
      expect(lost).toBeUndefined();
      record.turn({ turnId: 'two', speaker: 'agent', text: 'Hello Ada.', startedAt: new Date() });
      record.turn({ turnId: 'one', speaker: 'caller', text: 'I am Bob.', startedAt: new Date() });
      await until('the process of before is told', () => isTold);
      await record.end({ at: new Date(), reason: 'hang-up', crashed: true });

      const goneOn = service.recorder.begin(details, won?.record);
      goneOn.turn({ turnId: 'three', speaker: 'agent', text: 'Are you there?', startedAt: new Date() });
      await goneOn.end({ at: new Date(), reason: 'hang-up', crashed: false });
      expect(await stored(record.id)).toMatchObject({ epoch: 2, crashed: false, endReason: 'hang-up' });
      const turns = await service.prisma.turn.findMany({
        where: { conversationId: record.id },
        orderBy: { position: 'asc' },
      });
      expect(turns.map(({ text }) => text)).toEqual(['I am Ada.', 'Are you there?']);
      expect(await service.prisma.callJournal.count({ where: { conversationId: record.id } })).toBe(0);
      expect(await ownership.find(details.sessionId)).toBeUndefined();
    } finally {
      await neighbour.app.close();
    }
  });
});
