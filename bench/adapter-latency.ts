import type { AgentAdapter } from '../src/voice/agent-adapter.js';
import { SileroDetector } from '../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../src/voice/caller/index.js';
import { cascadeAdapter, openAiEntries, realtimeAdapter } from '../test/providers/support/adapters.js';
import { TestCall } from '../test/providers/support/test-call.js';
import { synthesise } from '../test/stand-ins/audio/synthesis.js';
import { OpenAiStandIn, RealtimeStandIn } from '../test/stand-ins/index.js';
import { benchOptions } from './support/options.js';

const { calls } = benchOptions(
  'adapters',
  `What Earshot adds to the time of its providers, which are stand-ins on loopback in the same process: from the
provider's first byte of audio to the write into the speech queue, and from the end of the caller's speech (without
the configured silence) to the provider's request. Ends with 1 where a median misses its aim.`,
  { calls: [20, 'calls a figure'] },
);

/** Concurrent calls. */
const CONCURRENT = 4;
const GREETING = 'Hello.';
const ENDPOINTING_MS = 500;

interface Figures {
  readonly what: string;
  readonly aimMs: number;
  readonly samplesMs: readonly number[];
}

async function inBatches<T>(count: number, one: () => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let done = 0; done < count; done += CONCURRENT) {
    const batch = await Promise.all(Array.from({ length: Math.min(CONCURRENT, count - done) }, one));
    all.push(...batch.flat());
  }
  return all;
}

/** Delays of a greeting; its first audio is matched to the last entry that the stand-in logged before the write. */
function firstAudio(adapter: AgentAdapter, mode: 'end-to-end' | 'traditional', sentAtMs: () => number[]) {
  return async () => {
    const call = await TestCall.open(adapter, { greeting: GREETING }, mode);
    await call.until(() => call.speech.writtenAtMs.length > 0);
    const [writtenAtMs = 0] = call.speech.writtenAtMs;
    await call.close();
    const sent = sentAtMs().filter((atMs) => atMs <= writtenAtMs);
    return [writtenAtMs - Math.max(...sent)];
  };
}

async function benchRealtime(): Promise<Figures[]> {
  const standIn = await RealtimeStandIn.start();
  const adapter = realtimeAdapter(standIn.url);
  const audio = await inBatches(
    calls,
    firstAudio(adapter, 'end-to-end', () => standIn.sessions.flatMap((session) => session.audioBeganAtMs)),
  );
  const uplink = await frameDelays(adapter, standIn);
  await standIn.close();
  return [
    { what: 'Realtime: first audio from the provider to the speech queue', aimMs: 40, samplesMs: audio },
    { what: 'Realtime: a frame of the caller to the provider', aimMs: 20, samplesMs: uplink },
  ];
}

/** How long single caller frames take to reach the provider. */
async function frameDelays(adapter: AgentAdapter, standIn: RealtimeStandIn): Promise<number[]> {
  const frameSamples = (adapter.capabilities.inputSampleRateHz * 20) / 1000;
  const speech = {
    write: () => undefined,
    setGain: () => undefined,
    levelAgo: () => 0,
    silentForMs: Infinity,
    mark: () => undefined,
    clear: () => ({ sentMs: 0, droppedMs: 0 }),
    queuedMs: 0,
  };
  const conversation = await adapter.open({
    accountId: 'acc_test',
    possibleActions: new Set(),
    mode: 'end-to-end',
    agent: { schemaVersion: 1 },
    speech,
    emit: () => undefined,
    signal: new AbortController().signal,
  });
  const session = standIn.sessions.at(-1);
  const heardAtMs: number[] = [];
  for (let frame = 0; frame < calls * 5; frame++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    heardAtMs.push(performance.now());
    conversation.hear({ samples: new Int16Array(frameSamples), atMs: performance.now() });
  }
  while ((session?.appendedAtMs.length ?? 0) < heardAtMs.length)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await conversation.close();
  return heardAtMs.map((atMs, index) => (session?.appendedAtMs[index] ?? atMs) - atMs);
}

async function benchCascade(): Promise<Figures[]> {
  const detector = await SileroDetector.create((error) => {
    throw error;
  });
  const standIn = await OpenAiStandIn.start();
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
  const sent = () => standIn.requests.flatMap((request) => request.firstAudioAtMs ?? []);
  const audio = await inBatches(calls, firstAudio(adapter, 'traditional', sent));
  const request = await inBatches(calls, () => requestDelay(detector));
  await standIn.close();
  await detector.close();
  return [
    { what: 'Cascade: first audio from the provider to the speech queue', aimMs: 40, samplesMs: audio },
    { what: 'Cascade: end of the turn to the request of the provider', aimMs: 20, samplesMs: request },
  ];
}

/** From the end of caller speech plus the configured silence to the arrival of the provider's request. */
async function requestDelay(detector: VoiceActivityDetector): Promise<number[]> {
  const standIn = await OpenAiStandIn.start();
  // Speculative requests say nothing about how fast the end of a turn is reported.
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }), {}, {}, 0);
  const call = await TestCall.open(
    adapter,
    { turnTaking: { endpointing: { minMs: ENDPOINTING_MS } } },
    'traditional',
  );
  await call.say('Hello?');
  await call.untilEvent('turn-latency');
  // The event is emitted when the caller hears the reply, so it also shows when the caller's speech ended.
  const heardMs = call.all('turn-latency')[0]?.latency.heardMs ?? NaN;
  const endedAtMs = performance.now() - heardMs;
  const requestAtMs =
    standIn.requests.find((request) => request.path.endsWith('/transcriptions'))?.atMs ?? NaN;
  await call.close();
  await standIn.close();
  return [requestAtMs - endedAtMs - ENDPOINTING_MS];
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

await synthesise(GREETING, 24_000);
await synthesise('You said: hello', 24_000);
await synthesise('Hello?', 16_000);
const figures = [...(await benchRealtime()), ...(await benchCascade())];
console.log('| what | n | p50 ms | p95 ms | aim for p50 |');
console.log('| --- | --: | --: | --: | --: |');
for (const { what, aimMs, samplesMs } of figures) {
  const [p50, p95] = [percentile(samplesMs, 0.5), percentile(samplesMs, 0.95)].map((value) =>
    value.toFixed(1),
  );
  console.log(`| ${what} | ${samplesMs.length} | ${p50} | ${p95} | ${aimMs} |`);
  if (percentile(samplesMs, 0.5) > aimMs) process.exitCode = 1;
}
