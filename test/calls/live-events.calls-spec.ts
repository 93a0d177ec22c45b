import { hashToken } from '../../src/auth/credentials/secret-token.js';
import type { PeerMessageSealer } from '../../src/cluster/peers/peer-message-sealer.js';
import { newId } from '../../src/common/ids/index.js';
import type { ConversationFeed } from '../../src/conversations/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import { EventReader } from './support/event-reader.js';

describe('live events of a call on another instance', () => {
  let model: OpenAiStandIn;
  let here: TestApp;
  let there: TestApp;
  let account: TestAccount;
  let token: string;
  const callers: CarriedCaller[] = [];
  const readers: EventReader[] = [];

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: () => ({ kind: 'say', text: 'Yes.' }) });
    const env = {
      LLM_URL: model.url,
      STT_URL: model.url,
      TTS_URL: model.url,
    };
    const overrides = {
      conversations: { flushIntervalMs: 20 },
      studio: { maxReadersPerCall: 3, maxForwardedReaders: 4, maxBacklogBytes: 4_096 },
    };
    here = await createTestApp({ env, overrides });
    there = await createTestApp({ env, overrides, databaseUrl: here.databaseUrl });
    account = await here.createAccount();
    token = await tokenOf(account);
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.leave();
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
    await model?.close();
  });

  async function tokenOf(owner: TestAccount): Promise<string> {
    const agentId = await here.createAgent(owner, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: 'We were cut off.' },
      models: { traditional: { llm: { provider: 'openai' } } },
    });
    await publish(here, owner, agentId, 'sandbox');
    return here.createConnector(owner, agentId, 'sandbox');
  }

  /** A caller greeted here and recorded. */
  async function called(): Promise<CarriedCaller> {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    const { sessionId } = caller;
    await until('it is on record', () => here.prisma.conversation.findUnique({ where: { sessionId } }));
    return caller;
  }

  async function follow(at: TestApp, { sessionId }: CarriedCaller, by = token): Promise<EventReader> {
    const reader = await EventReader.open(at.baseUrl, sessionId, by);
    if (typeof reader === 'number') throw new Error(`answered with ${reader}`);
    readers.push(reader);
    return reader;
  }

  const hears = (reader: EventReader, text: string) =>
    until(`“${text}” is told`, () => reader.words().includes(text));

  it('include past events, new ones and the end, with the original numbers', async () => {
    const caller = await called();
    const [near, far] = [await follow(here, caller), await follow(there, caller)];
    await hears(far, 'Hello.');
    await caller.ask('Are you there?');
    await hears(far, 'Yes.');
    caller.hangUp();
    await until('both end', () => near.isOver && far.isOver);
    expect(far.told.at(-1)).toMatchObject({ kind: 'ended', reason: 'client-close' });
    expect(far.told).toEqual(near.told);
  });

  it('are available shortly after the end', async () => {
    const caller = await called();
    caller.hangUp();
    const { sessionId } = caller;
    await until('its end is on record', () =>
      here.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    const late = await follow(there, caller);
    await until('it ends', () => late.isOver);
    expect(late.words()).toEqual(['Hello.']);
    expect(late.told.at(-1)).toMatchObject({ kind: 'ended', reason: 'client-close' });
  });

  it('continue for readers on both instances after a takeover, once each and in order', async () => {
    const caller = await called();
    const both = [await follow(here, caller), await follow(there, caller)];
    for (const reader of both) await hears(reader, 'Hello.');
    caller.vanish();
    await caller.offerTo(there.baseUrl);
    await caller.ask('Are you there?');
    for (const reader of both) await hears(reader, 'Yes.');
    caller.hangUp();
    await until('both end', () => both.every(({ isOver }) => isOver));
    for (const { told } of both) {
      const numbers = told.map(({ number }) => number);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      expect(told.filter(({ kind }) => kind === 'ended')).toMatchObject([{ reason: 'client-close' }]);
      expect(told.find(({ text }) => text === 'Yes.')?.number).toBeGreaterThan(10_000_000);
    }
  });

  it('end per the record when the instance dies without a takeover', async () => {
    const caller = await called();
    const reader = await follow(there, caller);
    await hears(reader, 'Hello.');
    const { sessionId } = caller;
    const feed = here.provider<ConversationFeed>('ConversationFeed');
    // As if the process died: later events have no recipient.
    await feed.publish(sessionId, { kind: 'ended', reason: 'moved' });
    await here.prisma.conversation.update({
      where: { sessionId },
      data: { endedAt: new Date(), endReason: 'instance-lost' },
    });
    await until('it ends', () => reader.isOver);
    expect(reader.told.at(-1)).toMatchObject({ kind: 'ended', reason: 'instance-lost' });
  });

  it('wait for a call on an unreachable instance, for its own token only', async () => {
    const caller = await called();
    const { instanceId } = await here.prisma.conversation.findUniqueOrThrow({
      where: { sessionId: caller.sessionId },
    });
    await here.prisma.instance.update({ where: { id: instanceId }, data: { address: 'http://127.0.0.1:9' } });
    const foreign = await tokenOf(await here.createAccount());
    expect(await EventReader.open(there.baseUrl, caller.sessionId, foreign)).toBe(401);
    const reader = await follow(there, caller);
    expect(reader.told).toEqual([]);
    await here.provider<InstanceLease>('InstanceLease').renew();
    await hears(reader, 'Hello.');
  });

  it('are refused for foreign tokens, unknown sessions and too many readers', async () => {
    const caller = await called();
    const foreign = await tokenOf(await here.createAccount());
    expect(await EventReader.open(there.baseUrl, caller.sessionId, foreign)).toBe(401);
    expect(await EventReader.open(there.baseUrl, newId('sess'), token)).toBe(401);
    // The caller's socket counts as a reader.
    await follow(here, caller);
    const far = await follow(there, caller);
    expect(await EventReader.open(there.baseUrl, caller.sessionId, token)).toBe(429);
    expect(await EventReader.open(here.baseUrl, caller.sessionId, token)).toBe(429);
    far.leave();
    const feed = here.provider<ConversationFeed>('ConversationFeed');
    await until('there is room', async () => (await feed.readerCount(caller.sessionId)) === 2);
    await follow(there, caller);

    const others = [await called(), await called()];
    for (const other of others) await follow(there, other);
    await follow(there, await called());
    const { sessionId } = await called();
    expect(await EventReader.open(there.baseUrl, sessionId, token)).toBe(429);
    await caller.ask('Are you there?');
  });

  it('are cut off for a stalled reader only', async () => {
    const caller = await called();
    const { sessionId } = caller;
    const slow = await fetch(`${there.baseUrl}/api/v1/studio/sessions/${sessionId}/events`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const feed = here.provider<ConversationFeed>('ConversationFeed');
    const readers = await feed.readerCount(sessionId);
    const text = 'x'.repeat(64 * 1024);
    // Exceeds the kernel's socket buffers on both sides.
    await until('it is cut off', async () => {
      for (let turn = 0; turn < 50; turn++) {
        await feed.publish(sessionId, {
          kind: 'transcript',
          speaker: 'agent',
          turnId: newId('turn'),
          text,
          final: false,
        });
      }
      return (await feed.readerCount(sessionId)) < readers;
    });
    await slow.body?.cancel();
    await caller.ask('Are you there?');
  });

  it('between instances require instance authentication', async () => {
    const caller = await called();
    const { address } = await here.prisma.instance.findUniqueOrThrow({
      where: { id: await here.provider<InstanceLease>('InstanceLease').instanceId() },
    });
    const ask = async (sealed: string) => {
      const answer = await fetch(`${address}/internal/calls/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sealed }),
      });
      await answer.body?.cancel();
      return answer.status;
    };
    const letters = there.provider<PeerMessageSealer>('PeerMessageSealer');
    const instanceId = await here.provider<InstanceLease>('InstanceLease').instanceId();
    const tokenHash = Buffer.from(hashToken(token)).toString('base64');
    const { sessionId } = caller;
    const asked = { kind: 'events', sessionId, tokenHash, instanceId };
    expect(await ask(await letters.seal(asked))).toBe(200);
    expect(await ask('nothing')).toBe(404);
    expect(await ask(await letters.seal({ ...asked, instanceId: 'inst_another' }))).toBe(404);
    expect(await ask(await letters.seal({ ...asked, tokenHash: 'AAAA' }))).toBe(404);
    expect(await ask(await letters.seal({ ...asked, kind: 'release', epoch: 1 }))).toBe(404);
  });
});
