import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/common/ids/index.js';
import type { CallOwnership } from '../../src/conversations/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import type { CarriedCaller } from '../support/carried-caller.js';
import { alone, atOnce } from '../support/scoped.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { activeAt, TwoInstances } from './support/two-instances.js';

describe('call on instances with leases', () => {
  let two: TwoInstances;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    two = await TwoInstances.start();
    ({ here, there } = two);
  });
  afterAll(() => two?.close());

  const leaseOf = (at: TestApp) => at.provider<InstanceLease>('InstanceLease');

  const inService = (at: TestApp) =>
    at.module<typeof import('./support/in-service.js')>('test/calls/support/in-service.ts');

  alone("falls silent when its instance's lease expires, and resumes with the next", async () => {
    const caller = await two.known();
    const lease = leaseOf(here);
    const seen = caller.said.length;
    const asked = two.model.requests.length;
    await inService(here).endLease();
    caller.send({ type: 'text', sessionId: caller.sessionId, data: { text: 'Are you there?' } });
    caller.send({ type: 'ping' });
    await until('that has come', () => caller.frames.some(({ type }) => type === 'pong'));
    expect(two.model.requests.slice(asked)).toEqual([]);
    await lease.renew();
    expect(await until('what was written is answered', () => caller.said[seen])).toMatch(
      /^(Sorry|You are Ada)/,
    );
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
  });

  alone('started without a lease is greeted with the next', async () => {
    await inService(here).endLease();
    const caller = two.caller(two.token);
    await caller.offerTo(here.baseUrl);
    caller.send({ type: 'ping' });
    await until('that has come', () => caller.frames.some(({ type }) => type === 'pong'));
    expect(caller.said).toEqual([]);
    await leaseOf(here).renew();
    expect(await until('it is greeted', () => caller.said[0])).toBe('Hello.');
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
  });

  atOnce('is released by an instance unaware of its takeover, at its next lease at the latest', async () => {
    const env = { ...two.env, CONVERSATIONS_INSTANCE_LEASE_MS: '3000', DATABASE_LISTEN: 'false' };
    const deaf = await createTestApp({ env, overrides: two.overrides, databaseUrl: here.databaseUrl });
    try {
      const caller = await two.known(deaf);
      const ownership = there.provider<CallOwnership>('CallOwnership');
      const found = await ownership.find(caller.sessionId);
      if (!found) throw new Error('The call is on record.');
      expect(await ownership.claim(found)).toBeDefined();
      await until('it lets go', async () => (await activeAt(deaf)) === 0);
    } finally {
      await deaf.close();
    }
  });

  atOnce('is recorded before its offer is answered, so that another instance can resume it', async () => {
    const overrides = { conversations: { flushIntervalMs: 2_000, beginWaitMs: 10_000 } };
    const lazy = await createTestApp({ env: two.env, overrides, databaseUrl: here.databaseUrl });
    try {
      await leaseOf(lazy).renew();
      const socket = await SignalingClient.connect(lazy.baseUrl);
      const peer = new WebRtcClient();
      const answer = await socket.offer(await peer.createOffer(), two.token, { mode: 'traditional' });
      const { sessionId } = answer;
      const row = await here.prisma.conversation.findUnique({
        where: { sessionId },
        include: { journal: true },
      });
      socket.close();
      peer.close();
      expect(row?.journal).toMatchObject({ state: expect.any(String) });
    } finally {
      await lazy.close();
    }
  });

  /** Sends a text every 40 ms until then, up to the pending limit, and one afterwards. @returns All texts. */
  async function writeOnAndOn(caller: CarriedCaller, until: Promise<unknown>): Promise<string[]> {
    const texts: string[] = [];
    let isOver = false;
    void until.finally(() => (isOver = true)).catch(() => undefined);
    for (let last = false; !last; await delay(40)) {
      last = isOver;
      if (!last && texts.length >= 15) continue;
      const text = `Question ${newId('turn')}?`;
      caller.send({ type: 'text', sessionId: caller.sessionId, data: { text } });
      texts.push(text);
    }
    await until;
    return texts;
  }

  /** An uninterrupted model received all of them. */
  const allAnswered = (texts: readonly string[]) => {
    const asked = two.model.requests.filter(
      ({ path, aborted }) => path.endsWith('/chat/completions') && !aborted,
    );
    const bodies = asked.map(({ body }) => JSON.stringify(body));
    return texts.every((text) => bodies.some((body) => body.includes(text)));
  };

  alone('answers text sent at any time before and after the lease returns', async () => {
    const caller = await two.known();
    await inService(here).endLease();
    const texts = await writeOnAndOn(
      caller,
      delay(100).then(() => leaseOf(here).renew()),
    );
    const seen = caller.said.length;
    await until('all is answered', () => allAnswered(texts) && caller.said.length > seen);
  });

  atOnce("answers its caller's text from the moment of the takeover", async () => {
    const caller = await two.known();
    caller.vanish();
    const offered = caller.offerTo(there.baseUrl);
    await until('it is answered', () => caller.peers.length === 2);
    const texts = await writeOnAndOn(caller, offered);
    const seen = caller.said.length;
    await until('all is answered', () => allAnswered(texts) && caller.said.length > seen);
  });
});
