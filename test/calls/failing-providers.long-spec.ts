import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import {
  type Behaviour,
  type Brain,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { rms } from '../support/audio.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

/** Permanent provider failures, and one slow provider. */
const WAYS = [
  'refuse',
  'quota',
  'hang-at-connect',
  'hang',
  'drop',
  'drip',
  'flood',
  'nonsense',
  'error',
  'slow',
] as const satisfies readonly Behaviour[];
const PLACES = ['stt', 'llm', 'tts', 'realtime', 'gemini'] as const;
type Way = (typeof WAYS)[number];
type Place = (typeof PLACES)[number];

const WAITING_AFTER_MS = 1_800;
/** From the end of the caller's turn, reported half a second after its last sound. */
const HEARD_WITHIN_MS = 500 + 2_000;
/** Allowance for coding, jitter buffers and a machine with ten callers. */
const TOLERANCE_MS = 1_500;
const AUDIBLE_RMS = 0.01;
/** Letters with pauses, slower than speech when dripping. */
const brain: Brain = () => ({ kind: 'say', text: 'a b c d e f g h i j k l m' });

let app: TestApp;
let account: TestAccount;
let folder: string;
let question: Int16Array;
const closers: (() => Promise<unknown>)[] = [];

async function entries() {
  const openai: Record<string, object> = {};
  const endToEnd: Record<string, object> = {};
  for (const behaviour of [...WAYS, 'normal'] as const) {
    const all = await Promise.all([
      OpenAiStandIn.start({ behaviour, brain }),
      RealtimeStandIn.start({ behaviour, brain }),
      GeminiStandIn.start({ behaviour, brain }),
    ]);
    closers.push(...all.map((standIn) => () => standIn.close()));
    const [http, realtime, gemini] = all.map(({ url }) => ({ url, model: 'stand-in' }));
    openai[behaviour] = { kind: 'openai', ...http };
    endToEnd[`realtime-${behaviour}`] = { kind: 'openai-realtime', ...realtime };
    endToEnd[`gemini-${behaviour}`] = { kind: 'gemini-live', apiKey: 'any', ...gemini };
  }
  const tts = Object.entries(openai).map(([name, entry]) => [name, { ...entry, voice: 'alloy' }]);
  return { stt: openai, llm: openai, tts: Object.fromEntries(tts) as object, endToEnd };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'failing-'));
  const file = path.join(folder, 'providers.yaml');
  writeFileSync(file, stringify(await entries()));
  app = await createTestApp({
    env: {
      PROVIDERS_FILE: file,
      PROVIDER_CONNECT_TIMEOUT_MS: '4000',
      PROVIDER_REPLY_TIMEOUT_MS: '4000',
      CALL_WAITING_WORDS_AFTER_MS: String(WAITING_AFTER_MS),
      STARTER_PRELOAD: 'true',
    },
  });
  account = await app.createAccount();
  question = await synthesise('Is anybody there?', 16_000);
});
afterAll(async () => {
  await app?.close();
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

function documentOf(place: Place, way: Way): AgentDocument {
  const stage = (name: 'stt' | 'llm' | 'tts') => ({ provider: name === place ? way : 'normal' });
  const models =
    place === 'realtime' || place === 'gemini'
      ? { endToEnd: { provider: `${place}-${way}` } }
      : { traditional: { stt: stage('stt'), llm: stage('llm'), tts: stage('tts') } };
  return { schemaVersion: 1, prompt: 'You spell.', models };
}

interface Row {
  readonly way: Way;
  /** From the caller's last sound, or the call's start if earlier, to the first audio it hears. */
  readonly heardAfterMs: number;
  readonly ended: string | null;
  readonly faults: readonly string[];
}

/** A failing call: what the caller hears and what is recorded. */
async function call(place: Place, way: Way): Promise<Row> {
  const agentId = await app.createAgent(account, documentOf(place, way));
  await publish(app, account, agentId, 'sandbox');
  const token = await app.createConnector(account, agentId, 'sandbox');
  const mode = place === 'realtime' || place === 'gemini' ? 'end-to-end' : 'traditional';
  const peer = new WebRtcClient({ microphoneRateHz: 16_000 });
  const signaling = await SignalingClient.connect(app.baseUrl);
  try {
    const { data, sessionId } = await signaling.offer(await peer.createOffer(), token, { mode });
    await peer.acceptAnswer(String(data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected', 20_000);
    const beganAtMs = performance.now();
    await peer.sendPcm(question);
    const saidAtMs = performance.now();
    const firstAtMs = await until(
      `${place} ${way} is heard`,
      () => peer.heard.find(({ samples }) => rms(samples) > AUDIBLE_RMS)?.atMs,
      20_000,
    );
    if (way === 'slow') signaling.send({ type: 'close', sessionId });
    const record = await until(
      `${place} ${way} is on record`,
      () =>
        app.prisma.conversation.findFirst({
          where: { sessionId, endedAt: { not: null } },
          include: { events: { where: { kind: 'fault' }, orderBy: { position: 'asc' } } },
        }),
      40_000,
    );
    const faults = record.events.map(({ details }) => String((details as { code?: unknown }).code));
    const heardAfterMs = Math.round(firstAtMs - (firstAtMs < saidAtMs ? beganAtMs : saidAtMs));
    return { way, heardAfterMs, ended: record.endReason, faults };
  } finally {
    signaling.close();
    peer.close();
  }
}

it.each(PLACES)(
  'plays audio within two seconds for any failure of the only provider, and records the reason: %s',
  async (place) => {
    const rows = await Promise.all(WAYS.map((way) => call(place, way)));
    console.log(
      rows
        .map((row) => `${place} | ${row.way} | ${row.heardAfterMs} | ${row.ended} | ${row.faults.join()}`)
        .join('\n'),
    );
    expect(rows.filter(({ heardAfterMs }) => heardAfterMs > HEARD_WITHIN_MS + TOLERANCE_MS)).toEqual([]);
    const failed = rows.filter(({ way }) => way !== 'slow');
    expect(failed.filter(({ ended }) => ended !== 'agent-failed')).toEqual([]);
    expect(failed.filter(({ faults }) => !faults.some((code) => code.startsWith('PROVIDER_')))).toEqual([]);
    expect(rows.filter(({ way, faults }) => way === 'slow' && faults.length > 0)).toEqual([]);
  },
  180_000,
);
