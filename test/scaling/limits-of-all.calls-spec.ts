import type { InstanceLease } from '../../src/cluster/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { type ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const ENV = {
  INSTANCE_SECRET: 's'.repeat(40),
  CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE: '12',
  ACCOUNT_RATE_WINDOW_SECONDS: '600',
};
const overrides = {
  quotas: { concurrentCalls: 6, concurrentCallsPerAgent: 3, requests: 30 },
  limits: { shareIntervalMs: 100 },
  signaling: { maxUnauthenticatedSocketsPerAddress: 1_000 },
};

describe('limits over three instances', () => {
  let three: readonly [CallFixture, CallFixture, CallFixture];
  let first: CallFixture;
  const offers: { readonly socket: SignalingClient; readonly end: () => void }[] = [];

  beforeAll(async () => {
    const start = (databaseUrl?: string) => createCallFixture(ENV, databaseUrl, overrides);
    first = await start();
    const { databaseUrl } = first.app;
    three = [first, await start(databaseUrl), await start(databaseUrl)];
    // Like heartbeats do: afterwards each knows the others.
    for (const { app } of three) await app.provider<InstanceLease>('InstanceLease').renew();
  });
  afterEach(async () => {
    for (const { end } of offers) end();
    await noCallIsLeft();
    for (const { socket } of offers.splice(0)) socket.close();
  });
  afterAll(async () => {
    for (const one of [...three].reverse()) await one.close();
  });

  const at = (index: number): CallFixture => three[index % three.length] ?? first;
  const isAnswer = ({ type }: ReceivedFrame) => type === 'answer';
  const message = ({ data }: ReceivedFrame) => String(data?.['message']);

  async function newAgent(account: CallFixture['account']): Promise<string> {
    const agentId = await first.app.createAgent(account);
    await publish(first.app, account, agentId, 'sandbox');
    return agentId;
  }

  async function offer(one: CallFixture, token: string) {
    const socket = await SignalingClient.connect(one.app.baseUrl);
    const frame = await socket.offer(first.sdp, token, { mode: 'echo' });
    const end = () => socket.send({ type: 'close', sessionId: frame.sessionId });
    const made = { socket, frame, end };
    offers.push(made);
    return made;
  }

  async function noCallIsLeft(): Promise<void> {
    for (const one of three) await until('no call is left', async () => (await one.activeSessions()) === 0);
  }

  /** Whether a call is answered; a refusal leaves no socket. */
  async function isTaken(one: CallFixture, token: string): Promise<boolean> {
    const { frame } = await offer(one, token);
    if (!isAnswer(frame)) offers.pop()?.socket.close();
    return isAnswer(frame);
  }

  /** The refusal of a further call, once the instance knows the others' calls. */
  async function refusalOf(one: CallFixture, newToken: () => Promise<string>): Promise<string> {
    let said = '';
    await until('it refuses a further call', async () => {
      const { frame, end } = await offer(one, await newToken());
      if (isAnswer(frame)) end();
      else said = message(frame);
      offers.pop()?.socket.close();
      return said !== '';
    });
    return said;
  }

  it("apply to an agent's calls on any of them", async () => {
    const account = await first.app.createAccount();
    const agentId = await newAgent(account);
    // Tokens have their own limit.
    const newToken = () => first.app.createConnector(account, agentId, 'sandbox');
    const calls = [];
    for (const index of [0, 1, 2]) calls.push(await offer(at(index), await newToken()));
    expect(calls.map(({ frame }) => frame.type)).toEqual(['answer', 'answer', 'answer']);
    for (const one of three) {
      expect(await refusalOf(one, newToken)).toBe(
        'The agent has 3 calls, which is the limit (quota concurrentCallsPerAgent). Try again when one has ended.',
      );
    }
    calls[2]?.end();
    await until('there is a slot elsewhere', async () => isTaken(at(1), await newToken()));
  });

  it("apply to an account's calls across agents", async () => {
    const account = await first.app.createAccount();
    const tokens: (() => Promise<string>)[] = [];
    for (let i = 0; i < 3; i++) {
      const agentId = await newAgent(account);
      tokens.push(() => first.app.createConnector(account, agentId, 'sandbox'));
    }
    for (const index of [0, 1, 2]) {
      for (const token of tokens.slice(0, 2))
        expect((await offer(at(index), await token())).frame.type).toBe('answer');
    }
    const [, , last] = tokens;
    for (const one of three) expect(last && (await refusalOf(one, last))).toMatch(/^The account has 6 calls/);
  });

  it("apply to a token's offers", async () => {
    const account = await first.app.createAccount();
    const token = await first.app.createConnector(account, await newAgent(account), 'sandbox');
    for (let i = 0; i < 12; i++) {
      const { frame, end } = await offer(at(i), token);
      expect(frame.type).toBe('answer');
      end();
      await noCallIsLeft();
    }
    for (const one of three)
      expect(await refusalOf(one, () => Promise.resolve(token))).toMatch(/^Too many offers with this token/);
  });

  it("apply to an account's requests across keys", async () => {
    const account = await first.app.createAccount();
    const keys = [await first.app.createKey(account), await first.app.createKey(account)];
    const ask = async (index: number) =>
      (await httpClient(at(index).app.baseUrl)('GET', '/v1/account', { key: keys[index % 2] })).status;
    for (let i = 0; i < 30; i++) expect(await ask(i)).toBe(200);
    for (const index of [0, 1, 2]) {
      await until('it knows of the requests of the others', async () => (await ask(index)) === 429);
    }
  });

  it("apply to a trunk's calls", async () => {
    const trunkAt = (index: number) =>
      at(index).app.module<typeof import('./support/trunk-slots.js')>('test/scaling/support/trunk-slots.ts');
    expect([await trunkAt(0).take(), await trunkAt(1).take()]).toEqual(['slot', 'slot']);
    for (const index of [0, 1, 2]) {
      await until('it counts those of the others', async () => (await trunkAt(index).active()) === 2);
      expect(await trunkAt(index).take()).toBe('full');
    }
    for (const index of [0, 1]) await trunkAt(index).freeAll();
    await until('there is a slot elsewhere', async () => (await trunkAt(2).take()) === 'slot');
  });

  it('exclude a stopped instance', async () => {
    const account = await first.app.createAccount();
    const agentId = await newAgent(account);
    const newToken = () => first.app.createConnector(account, agentId, 'sandbox');
    const fourth = await createCallFixture(ENV, first.app.databaseUrl);
    try {
      for (let i = 0; i < 3; i++) expect(isAnswer((await offer(fourth, await newToken())).frame)).toBe(true);
      await refusalOf(first, newToken);
    } finally {
      await fourth.close();
    }
    await until('its calls count no more', async () => isTaken(first, await newToken()));
  });
});
