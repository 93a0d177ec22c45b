import { AgentFault } from '../../src/adapters/agent-adapter.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { RealtimeStandIn, scriptedEars, type Behaviour } from '../stand-ins/index.js';
import { realtimeAdapter, shortBudgets } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const GREETING = 'Good morning, how may I help you on this fine day?';

/** What the machine may add to a time budget before it counts as missed. */
const TOLERANCE_MS = 2_500;

const standIns: RealtimeStandIn[] = [];
const calls: TestCall[] = [];

async function standInWith(behaviour: Behaviour | ((index: number) => Behaviour)): Promise<RealtimeStandIn> {
  const standIn = await RealtimeStandIn.start({ behaviour, ears: scriptedEars('go on'), apiKey: 'right' });
  standIns.push(standIn);
  return standIn;
}

async function callTo(standIn: RealtimeStandIn, greeting = GREETING, apiKey = 'right'): Promise<TestCall> {
  const call = await TestCall.open(
    realtimeAdapter(standIn.url, { entry: { apiKey }, budgets: shortBudgets }),
    { greeting },
  );
  calls.push(call);
  return call;
}

afterEach(async () => {
  await Promise.all(calls.splice(0).map((call) => call.close()));
  await Promise.all(standIns.splice(0).map((standIn) => standIn.close()));
});

async function faultOf(promise: Promise<unknown>): Promise<AgentFault> {
  const fault: unknown = await promise.catch((error: unknown) => error);
  if (!(fault instanceof AgentFault)) throw new Error('No AgentFault');
  return fault;
}

describe('a Realtime server that is broken when the call begins', () => {
  it.each([
    ['refuse', 'PROVIDER_REFUSED', false],
    ['hang-at-connect', 'PROVIDER_TIMEOUT', true],
  ] as const)('fails the call once and in time when it does this: %s', async (behaviour, code, retryable) => {
    const standIn = await standInWith(behaviour);
    const beganAtMs = performance.now();
    expect(await faultOf(callTo(standIn))).toMatchObject({ code, retryable });
    expect(performance.now() - beganAtMs).toBeLessThan(shortBudgets.connectTimeoutMs + TOLERANCE_MS);
    expect(standIn.connections).toBe(1);
  });

  it('fails the call when the key is wrong', async () => {
    const standIn = await standInWith('normal');
    expect(await faultOf(callTo(standIn, GREETING, 'wrong'))).toMatchObject({ code: 'PROVIDER_REFUSED' });
  });

  it('fails the call when nothing listens at its address', async () => {
    const standIn = await standInWith('normal');
    const url = standIn.url;
    await standIn.close();
    standIns.splice(0);
    expect(await faultOf(TestCall.open(realtimeAdapter(url, { budgets: shortBudgets }), {}))).toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    });
  });
});

describe('a Realtime server that breaks during the call', () => {
  it.each([
    ['hang', 'PROVIDER_TIMEOUT', shortBudgets.replyTimeoutMs],
    ['drip', 'PROVIDER_TIMEOUT', 2 * shortBudgets.replyTimeoutMs],
    ['flood', 'PROVIDER_FLOOD', shortBudgets.replyTimeoutMs],
    ['nonsense', 'PROVIDER_PROTOCOL', shortBudgets.replyTimeoutMs],
    ['error', 'PROVIDER_ERROR', shortBudgets.replyTimeoutMs],
  ] as const)('ends the call once and in time when it does this: %s', async (behaviour, code, budgetMs) => {
    const standIn = await standInWith(behaviour);
    const beganAtMs = performance.now();
    const call = await callTo(standIn);
    await call.untilEvent('failed', budgetMs + TOLERANCE_MS + 1_000);
    expect(performance.now() - beganAtMs).toBeLessThan(budgetMs + TOLERANCE_MS);
    await call.close();
    expect(call.all('failed')).toEqual([{ kind: 'failed', code }]);
    expect(call.speech.queuedMs).toBeLessThanOrEqual(shortBudgets.maxQueuedSpeechMs);
  });

  it('serves the call all the same when it is slow, or chatters', async () => {
    const [slow, chatty] = await Promise.all([standInWith('slow'), standInWith('chatty')]);
    const both = await Promise.all([callTo(slow, 'Hello.'), callTo(chatty, 'Hello.')]);
    await Promise.all(both.map((call) => call.untilAgentSaid(1)));
    for (const call of both) {
      expect(call.words('agent')).toEqual(['Hello.']);
      expect(call.all('failed')).toEqual([]);
    }
  });

  it('leaves the call of a neighbour unharmed', async () => {
    const [mad, sane] = await Promise.all([standInWith('flood'), standInWith('normal')]);
    const neighbour = await callTo(sane);
    await callTo(mad);
    await neighbour.untilAgentSaid(1);
    expect(neighbour.words('agent')).toEqual([GREETING]);
    expect(neighbour.all('failed')).toEqual([]);
    expect(neighbour.speech.heard).toEqual(await synthesise(GREETING, 24_000));
  });
});

describe('a connection that drops', () => {
  it('comes back within the same call, tells the new session what was said, and carries on', async () => {
    const standIn = await standInWith((index) => (index === 0 ? 'drop' : 'normal'));
    const call = await callTo(standIn);
    await call.until(() => standIn.sessions.length === 2);
    await call.untilAgentSaid(2);
    const [, second] = standIn.sessions;
    expect(call.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
    expect(second!.items.some((item) => item.role === 'assistant' && item.text.startsWith('Good'))).toBe(
      true,
    );

    await call.say('Please go on.');
    await call.untilAgentSaid(3);
    expect(call.words('caller')).toEqual(['go on']);
    expect(call.all('failed')).toEqual([]);
  });

  it('loses no more than the audio beyond two seconds, which it keeps while the server is away', async () => {
    const standIn = await standInWith((index) => (index === 1 ? 'hang-at-connect' : 'normal'));
    const call = await callTo(standIn, '');
    await call.until(() => (standIn.sessions[0]?.receivedAudioMs ?? 0) > 100);
    const lostAtMs = performance.now();
    standIn.dropConnections();
    const received = () => standIn.sessions[1]?.receivedAudioMs ?? 0;
    await call.until(() => received() > 0);
    const backAtMs = performance.now();
    const awayMs = backAtMs - lostAtMs;
    expect(awayMs).toBeGreaterThan(shortBudgets.connectTimeoutMs);
    await call.until(() => received() > Math.min(awayMs, 2_000) - 200);
    expect(received()).toBeLessThan(2_200 + (performance.now() - backAtMs));
    expect(call.all('failed')).toEqual([]);
  });

  it('ends the call once when the server stays away for longer than its budget', async () => {
    const standIn = await standInWith((index) => (index === 0 ? 'normal' : 'hang-at-connect'));
    const call = await callTo(standIn, '');
    standIn.dropConnections();
    const lostAtMs = performance.now();
    await call.untilEvent('failed', 4_000);
    expect(performance.now() - lostAtMs).toBeLessThan(shortBudgets.reconnectBudgetMs + TOLERANCE_MS);
    expect(call.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_LOST' }]);
  });
});
