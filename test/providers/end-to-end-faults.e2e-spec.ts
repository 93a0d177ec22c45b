import { AgentFault, type AgentAdapter } from '../../src/voice/agent-adapter.js';
import type { ProviderBudgets } from '../../src/providers/index.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { atOnce as it, atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { GeminiStandIn, RealtimeStandIn, scriptedEars, type Behaviour } from '../stand-ins/index.js';
import { geminiAdapter, realtimeAdapter, shortBudgets } from './support/adapters.js';
import { withoutLeadingSilence } from './support/leading-silence.js';
import { TestCall } from './support/test-call.js';

const GREETING = 'Good morning, how may I help you on this fine day?';

/** Allowance of the machine beyond a time budget. */
const TOLERANCE_MS = 2_500;

/** How far an agent's speech may run ahead of playout. */
const MOST_QUEUED_MS = 120_000;

/** Only the connection has a short timeout; a busy machine may be slow otherwise. */
const shortOnceConnected: ProviderBudgets = { ...shortBudgets, connectTimeoutMs: 10_000 };

/** For later connections that hang; the first may be slow on a busy machine. */
const patientAtFirst: ProviderBudgets = { ...shortBudgets, connectTimeoutMs: 3_000 };

/** A stand-in independent of its protocol. */
interface StandIn {
  readonly url: string;
  readonly connections: number;
  readonly sessions: readonly { readonly receivedAudioMs: number }[];
  dropConnections(): void;
  close(): Promise<void>;
}

type Choice = Behaviour | ((index: number) => Behaviour);

interface Provider {
  start(behaviour: Choice): Promise<StandIn>;
  adapter(url: string, apiKey: string, budgets: Partial<ProviderBudgets>): AgentAdapter;
}

let detector: VoiceActivityDetector;
const ears = scriptedEars('go on');

const providers: Readonly<Record<'Realtime' | 'Gemini', Provider>> = {
  Realtime: {
    start: (behaviour) => RealtimeStandIn.start({ behaviour, ears, apiKey: 'right' }),
    adapter: (url, apiKey, budgets) => realtimeAdapter(url, { entry: { apiKey }, budgets, detector }),
  },
  Gemini: {
    start: (behaviour) => GeminiStandIn.start({ behaviour, ears, apiKey: 'right' }),
    adapter: (url, apiKey, budgets) => geminiAdapter(url, apiKey, detector, budgets),
  },
};

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
  // Loads the voice, which the budgets should not include.
  await synthesise(GREETING, 24_000);
  await synthesise('Hello.', 24_000);
});

useVirtualTime();

afterAll(() => detector.close());

async function faultOf(promise: Promise<unknown>): Promise<AgentFault> {
  const fault: unknown = await promise.catch((error: unknown) => error);
  if (!(fault instanceof AgentFault)) throw new Error('No AgentFault');
  return fault;
}

for (const name of ['Realtime', 'Gemini'] as const) {
  const it = atOnceOf(`a ${name} server`);
  const provider = providers[name];

  async function standInWith(behaviour: Choice): Promise<StandIn> {
    return keep(await provider.start(behaviour));
  }

  async function callTo(
    { url }: { readonly url: string },
    greeting = GREETING,
    detection: 'server' | 'earshot' = 'server',
    apiKey = 'right',
    budgets: Partial<ProviderBudgets> = shortOnceConnected,
  ): Promise<TestCall> {
    const adapter = provider.adapter(url, apiKey, budgets);
    return keep(await TestCall.open(adapter, { greeting, turnTaking: { detection } }));
  }

  /** A healthy call with long timeouts beside failing ones. */
  const talkTo = (standIn: StandIn, greeting = GREETING, detection: 'server' | 'earshot' = 'server') =>
    callTo(standIn, greeting, detection, 'right', {});

  it.each([
    ['refuses', 'refuse', 'right', 'PROVIDER_REFUSED', false],
    ['refuses a wrong key', 'normal', 'wrong', 'PROVIDER_REFUSED', false],
    ['has nothing left of its quota', 'quota', 'right', 'PROVIDER_REFUSED', true],
    ['hangs', 'hang-at-connect', 'right', 'PROVIDER_TIMEOUT', true],
  ] as const)(
    'that %s at call start fails the call once and in time',
    async (_what, behaviour, apiKey, code, retryable) => {
      const standIn = await standInWith(behaviour);
      const beganAtMs = performance.now();
      const fault = await faultOf(callTo(standIn, GREETING, 'earshot', apiKey, shortBudgets));
      expect(fault).toMatchObject({ code, retryable });
      expect(performance.now() - beganAtMs).toBeLessThan(shortBudgets.connectTimeoutMs + TOLERANCE_MS);
      expect(standIn.connections).toBe(1);
    },
  );

  it('that does not listen fails the call', async () => {
    const standIn = await provider.start('normal');
    const { url } = standIn;
    await standIn.close();
    expect(await faultOf(callTo({ url }))).toMatchObject({ code: 'PROVIDER_UNREACHABLE', retryable: true });
  });

  it.each([
    ['hang', 'PROVIDER_TIMEOUT', shortBudgets.replyTimeoutMs],
    ['drip', 'PROVIDER_TIMEOUT', 2 * shortBudgets.replyTimeoutMs],
    ['flood', 'PROVIDER_FLOOD', shortBudgets.replyTimeoutMs],
    ['nonsense', 'PROVIDER_PROTOCOL', shortBudgets.replyTimeoutMs],
    ['error', name === 'Gemini' ? 'PROVIDER_LOST' : 'PROVIDER_ERROR', shortBudgets.replyTimeoutMs],
    ['drop', 'PROVIDER_LOST', 4 * shortBudgets.replyTimeoutMs],
  ] as const)(
    'that does this in every reply ends the call once and in time: %s',
    async (behaviour, code, ms) => {
      const standIn = await standInWith(behaviour);
      const call = await callTo(standIn);
      const beganAtMs = performance.now();
      await call.untilEvent('failed', ms + TOLERANCE_MS + 1_000);
      expect(performance.now() - beganAtMs).toBeLessThan(ms + TOLERANCE_MS);
      await call.close();
      expect(call.all('failed')).toMatchObject([{ kind: 'failed', code }]);
      expect(call.speech.queuedMs).toBeLessThanOrEqual(MOST_QUEUED_MS);
    },
  );

  it('that never answers a turn detected by Earshot ends the call once and in time', async () => {
    const call = await callTo(await standInWith('hang'), '', 'earshot');
    await call.say('Is anybody there?');
    await call.untilEvent('failed', 500 + shortBudgets.replyTimeoutMs + TOLERANCE_MS);
    await call.close();
    expect(call.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_TIMEOUT' }]);
  });

  it('that is slow or sends needless events still serves the call', async () => {
    const [slow, chatty] = await Promise.all([standInWith('slow'), standInWith('chatty')]);
    const both = await Promise.all([talkTo(slow, 'Hello.'), talkTo(chatty, 'Hello.')]);
    await Promise.all(both.map((call) => call.untilAgentSaid(1)));
    for (const call of both) {
      expect(call.words('agent')).toEqual(['Hello.']);
      expect(call.all('failed')).toEqual([]);
    }
  });

  it('that sends nonsense leaves a neighbour call unaffected', async () => {
    const [flooding, raving, sane] = await Promise.all([
      standInWith('flood'),
      standInWith('nonsense'),
      standInWith('normal'),
    ]);
    const neighbour = await talkTo(sane);
    await Promise.all([callTo(flooding), callTo(raving)]);
    await neighbour.untilAgentSaid(1);
    expect(neighbour.words('agent')).toEqual([GREETING]);
    expect(neighbour.all('failed')).toEqual([]);
    expect(neighbour.speech.heard).toEqual(withoutLeadingSilence(await synthesise(GREETING, 24_000)));
  });

  it('that drops one connection resumes within the call, with either turn detection', async () => {
    const talkOver = async (detection: 'server' | 'earshot') => {
      const standIn = await standInWith((index) => (index === 0 ? 'drop' : 'normal'));
      const call = await talkTo(standIn, 'Good morning, my friend.', detection);
      await call.until(() => standIn.sessions.length === 2);
      await call.untilAgentSaid(2);
      expect(call.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
      await call.say('Please go on.');
      await call.untilAgentSaid(3);
      expect(call.words('caller')).toEqual(['go on']);
      expect(call.all('failed')).toEqual([]);
    };
    await Promise.all([talkOver('server'), talkOver('earshot')]);
  });

  it('that disconnects loses only audio beyond two seconds', async () => {
    const standIn = await standInWith((index) => (index === 1 ? 'hang-at-connect' : 'normal'));
    const budgets = { ...patientAtFirst, reconnectBudgetMs: 15_000 };
    const call = await callTo(standIn, '', 'server', 'right', budgets);
    await call.until(() => (standIn.sessions[0]?.receivedAudioMs ?? 0) > 100);
    const lostAtMs = performance.now();
    standIn.dropConnections();
    const received = () => standIn.sessions[1]?.receivedAudioMs ?? 0;
    await call.until(() => received() > 0);
    const backAtMs = performance.now();
    const awayMs = backAtMs - lostAtMs;
    expect(awayMs).toBeGreaterThan(budgets.connectTimeoutMs);
    await call.until(() => received() > Math.min(awayMs, 2_000) - 200);
    expect(received()).toBeLessThan(2_200 + (performance.now() - backAtMs));
    expect(call.all('failed')).toEqual([]);
  });

  it('that stays away beyond its budget ends the call once', async () => {
    const standIn = await standInWith((index) => (index === 0 ? 'normal' : 'hang-at-connect'));
    const call = await callTo(standIn, '', 'server', 'right', patientAtFirst);
    await call.until(() => (standIn.sessions[0]?.receivedAudioMs ?? 0) > 100);
    standIn.dropConnections();
    const lostAtMs = performance.now();
    await call.untilEvent('failed', 4_000);
    expect(performance.now() - lostAtMs).toBeLessThan(shortBudgets.reconnectBudgetMs + TOLERANCE_MS);
    expect(call.all('failed')).toEqual([{ kind: 'failed', code: 'PROVIDER_LOST' }]);
  });
}

it('gives a new Realtime session the history after a dropped connection', async () => {
  const behaviour = (index: number) => (index === 0 ? 'drop' : 'normal');
  const standIn = keep(await RealtimeStandIn.start({ behaviour, ears }));
  const call = keep(await TestCall.open(realtimeAdapter(standIn.url), { greeting: GREETING }));
  await call.untilAgentSaid(2);
  const said = standIn.sessions[1]!.items.filter((item) => item.role === 'assistant');
  expect(said.some((item) => item.text.startsWith('Good'))).toBe(true);
});
