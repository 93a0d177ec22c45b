import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { CallsService } from '../../src/calls/index.js';
import { PeerDesk } from '../../src/calls/peers/peer-desk.js';
import { newId } from '../../src/common/ids/index.js';
import { CallOwnership, InstanceLease } from '../../src/conversations/index.js';
import { wholeRecording } from '../../src/conversations/recordings/recording.js';
import { RecordingFiles } from '../../src/conversations/recordings/recording-files.js';
import { decodeOggOpus } from '../conversations/ogg-opus-decoder.js';
import { type Brain, OpenAiStandIn, RealtimeStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { rms } from '../support/audio.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const CUT_OFF = 'Sorry, we were cut off.';

/** Knows what it is told of the conversation, and nothing else. */
const brain: Brain = ({ history, instructions }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const heard = history.flatMap((turn) => (turn.role === 'tool' ? [] : [turn.text]));
  // A model that can't be given a history has it in its instructions.
  const words = [instructions, ...heard].join(' ');
  const name = /my name is (\w+)/i.exec(words)?.[1];
  return { kind: 'say', text: name === undefined ? 'I do not know you.' : `You are ${name}.` };
};

describe('a call whose instance is not there any more for its client', () => {
  let model: OpenAiStandIn;
  let realtime: RealtimeStandIn;
  let here: TestApp;
  let there: TestApp;
  let stoppingEnv: Record<string, string>;
  let account: TestAccount;
  let token: string;
  const callers: CarriedCaller[] = [];

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain });
    realtime = await RealtimeStandIn.start({ brain });
    const url = model.url;
    const env = {
      LLM_URL: url,
      STT_URL: url,
      TTS_URL: url,
      REALTIME_URL: realtime.url,
      CALL_MOVE_AFTER_MS: '0',
      SIGNALING_MAX_TEXTS_PER_MINUTE: '6000',
      CONVERSATIONS_FLUSH_INTERVAL_MS: '20',
      RECORDINGS_ENABLED: 'true',
    };
    stoppingEnv = env;
    here = await createTestApp({ env });
    // Recordings are in storage that both have.
    there = await createTestApp({
      env: { ...env, DATA_DIR: here.dataDir },
      databaseUrl: here.databaseUrl,
    });
    account = await here.createAccount();
    ({ token } = await agentOf({ models: { traditional: { llm: { provider: 'openai' } } } }));
  }, 120_000);

  async function agentOf(change: Partial<AgentDocument>): Promise<{ token: string }> {
    const agentId = await here.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: CUT_OFF },
      ...change,
    });
    await publish(here, account, agentId, 'sandbox');
    return { token: await here.createConnector(account, agentId, 'sandbox') };
  }

  afterEach(() => {
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
    await model?.close();
    await realtime?.close();
  });

  const recordOf = ({ sessionId }: CarriedCaller) =>
    here.prisma.conversation.findUniqueOrThrow({ where: { sessionId }, include: { journal: true } });
  const active = async ({ baseUrl }: TestApp) =>
    ((await (await fetch(`${baseUrl}/health`)).json()) as { activeSessions: number }).activeSessions;

  /** A caller who has told its name here. */
  async function known(at = here): Promise<CarriedCaller> {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(at.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
    return caller;
  }

  /** It asks there, is answered out of what was said here, and all of it is one record. */
  async function goesOn(caller: CarriedCaller): Promise<void> {
    const { sessionId } = caller;
    const seen = caller.said.length;
    const answer = await caller.offerTo(there.baseUrl);
    expect([answer.type, answer.sessionId]).toEqual(['answer', sessionId]);
    expect(await until('it is told', () => caller.said[seen])).toBe(CUT_OFF);
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
    caller.hangUp();
    const record = await until('the record is finished', async () => {
      const row = await recordOf(caller);
      return row.endedAt === null ? undefined : row;
    });
    expect(record).toMatchObject({ epoch: 2, endReason: 'client-close', crashed: false, journal: null });
    const turns = await here.prisma.turn.findMany({
      where: { conversationId: record.id },
      orderBy: { position: 'asc' },
    });
    const words = turns.map(({ text }) => text);
    expect(words).toEqual(['Hello.', 'My name is Ada', 'You are Ada.', CUT_OFF, 'Who am I?', 'You are Ada.']);
  }

  it('goes on at another one where its client has lost its socket, and is over at the first', async () => {
    const caller = await known();
    caller.vanish();
    await goesOn(caller);
    expect(await active(here)).toBe(0);
  });

  it('is told to a model that takes speech and gives speech, which answers out of what was said before', async () => {
    const { token: ofModel } = await agentOf({ models: { endToEnd: { provider: 'openai' } } });
    const caller = new CarriedCaller(ofModel, { mode: 'end-to-end' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
    caller.vanish();
    await goesOn(caller);
  });

  it('is told to the starter agent, which needs no provider, and which says once more what it said before', async () => {
    const hours = { name: 'hours', examples: ['what are your opening hours'], reply: 'From nine to five.' };
    const address = { name: 'address', examples: ['where are you'], reply: 'At the harbour.' };
    const { token: ofStarter } = await agentOf({
      intents: [address, hours],
      fallbackReply: 'Pardon?',
      prompt: undefined,
      models: {
        traditional: {
          llm: { provider: 'starter' },
          stt: { provider: 'starter' },
          tts: { provider: 'starter' },
        },
      },
    });
    const caller = new CarriedCaller(ofStarter, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0, 30_000);
    expect(await caller.ask('What are your opening hours?')).toBe('From nine to five.');
    caller.vanish();
    const seen = caller.said.length;
    expect((await caller.offerTo(there.baseUrl)).sessionId).toBe(caller.sessionId);
    expect(await until('it is told', () => caller.said[seen], 30_000)).toBe(CUT_OFF);
    expect(await caller.ask('Can you repeat that?')).toContain('From nine to five.');
  });

  it('is recorded in two parts, of which each has the agent’s voice, and which are one recording for who asks', async () => {
    const caller = await known();
    caller.vanish();
    await goesOn(caller);
    const { id } = await recordOf(caller);
    const recording = await until('both parts are written', async () => {
      const found = await here.app.get(RecordingFiles, { strict: false }).find(id);
      return found?.parts.length === 2 ? found : undefined;
    });
    for (const part of recording.parts) {
      const { sizeBytes, modifiedAt } = recording;
      const sound = await wholeRecording({ parts: [part], sizeBytes: part.sizeBytes, modifiedAt });
      expect(sound.length).toBeLessThan(sizeBytes);
      expect(rms(decodeOggOpus(sound).right)).toBeGreaterThan(0.005);
    }
    const key = await here.createKey(account);
    const headers = { 'X-API-KEY': key };
    const answer = await fetch(`${there.baseUrl}/v1/conversations/${id}/audio`, { headers });
    expect((await answer.arrayBuffer()).byteLength).toBe(recording.sizeBytes);
  });

  it('goes on at another one when the first is not there, which learns that it has the call no more', async () => {
    const caller = await known();
    const { instanceId } = await recordOf(caller);
    const closed = await createClosedAddress();
    await here.prisma.instance.update({ where: { id: instanceId }, data: { address: closed } });
    // The socket of before is open: a client may see sooner than the service that its server is gone.
    await goesOn(caller);
    await until('the first lets go', async () => (await active(here)) === 0);
    await here.app.get(InstanceLease, { strict: false }).renew();
  });

  it('is left alone while its client is there, by who stole its id, and by tokens of others', async () => {
    const caller = await known();
    const robber = new CarriedCaller(token, { mode: 'traditional' });
    robber.sessionId = caller.sessionId;
    const unknown = { data: { code: 'INVALID_ARGUMENT', message: 'There is no such session.' } };
    expect(await robber.offerTo(there.baseUrl)).toMatchObject(unknown);
    const otherId = await here.createAgent(account);
    await publish(here, account, otherId, 'sandbox');
    const foreign = await here.createConnector(account, otherId, 'sandbox');
    expect(await robber.offerTo(there.baseUrl, foreign)).toMatchObject(unknown);
    expect(await robber.offerTo(there.baseUrl, 'ect_nothing')).toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
    expect((await recordOf(caller)).epoch).toBe(1);
  });

  it('falls silent when the lease of its instance is over, and goes on with the next lease', async () => {
    const caller = await known();
    const lease = here.app.get(InstanceLease, { strict: false });
    const seen = caller.said.length;
    const asked = model.requests.length;
    lease.watch.renewed(performance.now() - 600_000, true);
    expect(lease.watch.holds).toBe(false);
    caller.send({ type: 'text', sessionId: caller.sessionId, data: { text: 'Are you there?' } });
    caller.send({ type: 'ping' });
    await until('that has come', () => caller.frames.some(({ type }) => type === 'pong'));
    expect(model.requests.slice(asked)).toEqual([]);
    await lease.renew();
    expect(await until('what was written is answered', () => caller.said[seen])).toMatch(
      /^(Sorry|You are Ada)/,
    );
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
  });

  it('that began while the lease was over is greeted with the next lease', async () => {
    const lease = here.app.get(InstanceLease, { strict: false });
    lease.watch.renewed(performance.now() - 600_000, true);
    expect(lease.watch.holds).toBe(false);
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await delay(200);
    expect(caller.said).toEqual([]);
    await lease.renew();
    expect(await until('it is greeted', () => caller.said[0])).toBe('Hello.');
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
  });

  it('goes on where whoever took it over before got no further', async () => {
    const given = await known();
    given.vanish();
    const desk = here.app.get(PeerDesk, { strict: false });
    await until('it is given up', async () => (await desk.giveUp(given.sessionId, 1)) === 'done');
    await goesOn(given);

    const claimed = await known();
    claimed.vanish();
    const ownership = there.app.get(CallOwnership, { strict: false });
    const found = await ownership.find(claimed.sessionId);
    if (!found) throw new Error('The call is on record.');
    expect(await ownership.claim(found)).toBeDefined();
    await until('the first learns of it', async () => (await active(here)) === 0);
    const seen = claimed.said.length;
    expect((await claimed.offerTo(there.baseUrl)).sessionId).toBe(claimed.sessionId);
    expect(await until('it is told', () => claimed.said[seen])).toBe(CUT_OFF);
    expect(await claimed.ask('Who am I?')).toBe('You are Ada.');
    expect((await recordOf(claimed)).epoch).toBe(3);
  });

  it('is let go by an instance that nobody told that another one has it, at the latest with its next lease', async () => {
    const env = { ...stoppingEnv, CONVERSATIONS_INSTANCE_LEASE_MS: '3000', DATABASE_LISTEN: 'false' };
    const deaf = await createTestApp({ env, databaseUrl: here.databaseUrl });
    try {
      const caller = await known(deaf);
      const ownership = there.app.get(CallOwnership, { strict: false });
      const found = await ownership.find(caller.sessionId);
      if (!found) throw new Error('The call is on record.');
      expect(await ownership.claim(found)).toBeDefined();
      await until('it lets go', async () => (await active(deaf)) === 0);
    } finally {
      await deaf.close();
    }
  });

  it('is on record when its offer is answered, where another instance could go on with it', async () => {
    const env = {
      ...stoppingEnv,
      CONVERSATIONS_FLUSH_INTERVAL_MS: '10000',
      CONVERSATIONS_BEGIN_WAIT_MS: '10000',
    };
    const lazy = await createTestApp({ env, databaseUrl: here.databaseUrl });
    try {
      await lazy.app.get(InstanceLease, { strict: false }).renew();
      const socket = await SignalingClient.connect(lazy.baseUrl);
      const peer = new WebRtcClient();
      const answer = await socket.offer(await peer.createOffer(), token, { mode: 'traditional' });
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

  /** Writes a text each 40 ms until then, as many as may wait for an agent, and one afterwards. @returns All. */
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

  /** A model that nobody has cut short was asked all of them. */
  const allAnswered = (texts: readonly string[]) => {
    const asked = model.requests.filter(
      ({ path, aborted }) => path.endsWith('/chat/completions') && !aborted,
    );
    const bodies = asked.map(({ body }) => JSON.stringify(body));
    return texts.every((text) => bodies.some((body) => body.includes(text)));
  };

  it('has what its caller writes answered, whenever that is while the lease is over and comes back', async () => {
    const caller = await known();
    const lease = here.app.get(InstanceLease, { strict: false });
    lease.watch.renewed(performance.now() - 600_000, true);
    expect(lease.watch.holds).toBe(false);
    const texts = await writeOnAndOn(
      caller,
      delay(100).then(() => lease.renew()),
    );
    const seen = caller.said.length;
    await until('all is answered', () => allAnswered(texts) && caller.said.length > seen);
  });

  it('has what its caller writes answered from the moment on in which another one has it', async () => {
    const caller = await known();
    caller.vanish();
    const offered = caller.offerTo(there.baseUrl);
    await until('it is answered', () => caller.peers.length === 2);
    const texts = await writeOnAndOn(caller, offered);
    const seen = caller.said.length;
    await until('all is answered', () => allAnswered(texts) && caller.said.length > seen);
  });

  it('is asked for at a moment of silence by an instance that stops, and goes on at another one as if nothing had been', async () => {
    const stopping = await createTestApp({ env: stoppingEnv, databaseUrl: here.databaseUrl });
    try {
      const caller = await known(stopping);
      const stopped = stopping.app.get(CallsService, { strict: false }).drain();
      await until('its client is asked to move', () =>
        caller.frames.some(({ type, data }) => type === 'event' && data?.['kind'] === 'move'),
      );
      caller.vanish();
      expect((await caller.offerTo(there.baseUrl)).sessionId).toBe(caller.sessionId);
      expect(await caller.ask('Who am I?')).toBe('You are Ada.');
      expect(caller.said).not.toContain(CUT_OFF);
      await stopped;
    } finally {
      await stopping.close();
    }
  });

  it('is hung up over another one', async () => {
    const caller = await known();
    caller.vanish();
    const socket = await SignalingClient.connect(there.baseUrl);
    socket.send({ type: 'close', sessionId: caller.sessionId });
    await until('it is over', async () => (await recordOf(caller)).endReason === 'client-close');
    expect(socket.received).toEqual([]);
    socket.close();
  });

  it('is nobody’s business who does not have the instance secret', async () => {
    const ask = (body: object) =>
      fetch(`${here.baseUrl}/internal/calls`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await ask({ sealed: 'v1.x.AAAA' })).status).toBe(404);
    const socket = await SignalingClient.connect(there.baseUrl);
    const guess = await socket.offer('v=0', token, { sessionId: 'sess_0000000000000000000000' });
    socket.close();
    expect(guess.data?.['message']).toBe('There is no such session.');
  });
});

/** An address where nobody listens any more. */
async function createClosedAddress(): Promise<string> {
  const { createServer } = await import('node:http');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 1}`;
}
