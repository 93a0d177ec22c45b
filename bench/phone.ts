import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { encodeMulaw } from '../src/media/codecs/g711.js';
import { PhoneFleet } from './phone/fleet-handle.js';
import type { SetUp } from './phone/phone-caller.js';
import { proportionalMiB } from './support/memory.js';
import { processorTimeMs } from './support/processor-time.js';
import { startService } from './support/service.js';
import { speak } from './support/speech.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:phone: what a phone call costs the whole service (as `npm start` runs it, with its database and the
 * starter agent), and where it stops. The callers are a process of their own: PCMU over UDP, so many new ones a second.
 * `quiet`: each is greeted, and then its line noise is listened to with voice activity detection. `speaking`: each asks
 * a question every eight seconds, which is recognised and answered. Prints markdown, and what gave first.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '50,100,200,250' },
    modes: { type: 'string', default: 'quiet,speaking' },
    seconds: { type: 'string', default: '10' },
    'calls-a-second': { type: 'string', default: '10' },
    /** With so many the service is asked for more than it has places for. */
    places: { type: 'string', default: '260' },
    'max-calls': { type: 'string', default: '300' },
  },
});

const RATE_HZ = 8_000;
const FRAME_SAMPLES = 160;
const LOOP_SECONDS = 8;
const GREETING_MS = 6_000;
const PERCENT = 100;
const WARMING_CALLS = 5;
/** After so long no further row is begun: whoever waits for the figures gets those that there are. */
const MOST_MS = 600_000;
/** Beyond these a caller notices. */
const MOST_PACING_MS = 20;
const MOST_ANSWER_MS = 500;
const QUESTION = 'what are your opening hours';

type Mode = 'quiet' | 'speaking';

const perSecond = Number(values['calls-a-second']);
printMachine();
console.log(
  '\n| mode | calls | % of a core a call | callers % | MiB a call | INVITE → 200 p50 / p99 ms | refused | packets heard | lost | pacing p99 ms |',
);
console.log(`|${' --- |'.repeat(10)}`);
for (const mode of ['quiet', 'speaking'] as const) {
  if (values.modes.split(',').includes(mode)) await measureMode(mode);
}

async function measureMode(mode: Mode): Promise<void> {
  const service = await startService({
    SIP_PORT: '0',
    CALL_MAX_CONCURRENT: values.places,
    CALL_MAX_CONCURRENT_PER_ACCOUNT: values.places,
    CALL_MAX_CONCURRENT_PER_AGENT: values.places,
  });
  const [, user, host, port] = /^sip:([^@]+)@([^:]+):(\d+)/.exec(service.access.sipUri ?? '') ?? [];
  if (user === undefined || host === undefined) throw new Error('the service does not listen for SIP');
  const fleet = await PhoneFleet.start({
    host,
    server: { host, port: Number(port), user },
    frames: await lineOf(mode),
  });
  try {
    const idle = await shareOfCore(service.pid);
    // What is compiled or loaded once is no call's.
    const warming = (await fleet.call(WARMING_CALLS, perSecond)).length;
    let standing = warming;
    let gave: string | undefined;
    await sleep(GREETING_MS);
    const warmMiB = proportionalMiB(service.pid);
    for (const calls of [...values.calls.split(',').map(Number), Number(values['max-calls'])]) {
      if (calls <= standing) continue;
      if (performance.now() > MOST_MS) {
        gave ??= 'the time: no further row was begun';
        break;
      }
      const setUps = await fleet.call(calls - standing, perSecond);
      standing += setUps.filter(({ kind }) => kind === 'answered').length;
      await sleep(GREETING_MS);
      await fleet.count();
      const busy = await shareOfCore(service.pid);
      const counts = await fleet.count();
      const row = [
        counts.talking,
        round(((busy - idle) * PERCENT) / counts.talking, 3),
        round((counts.cpuMs / windowMs() / counts.talking) * PERCENT, 3),
        round((proportionalMiB(service.pid) - warmMiB) / (counts.talking - warming), 2),
        answerTimes(setUps),
        refusals(setUps),
        counts.received,
        counts.missing,
        round(percentile(counts.pacingMs, 0.99)),
      ];
      console.log(`| ${mode} | ${row.join(' | ')} |`);
      const given = whatGave({
        refused: setUps.filter(({ kind }) => kind === 'refused').length,
        missing: counts.missing,
        pacingMs: percentile(counts.pacingMs, 0.99),
        answerMs: percentile(answeredAfterMs(setUps), 0.99),
      });
      if (given.length > 0) gave ??= `at ${counts.talking} calls: ${given.join(', ')}`;
    }
    console.log(`\nWhat gave first with ${mode} callers: ${gave ?? 'nothing'}.\n`);
  } finally {
    await fleet.stop();
    await service.stop();
  }
}

function printMachine(): void {
  const load = loadavg().map((value) => round(value));
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; Node ${process.versions.node}; load average ${load.join(', ')}; ` +
      `${values.seconds} s a row; ${perSecond} new calls a second; ${values.places} places`,
  );
}

function windowMs(): number {
  return Number(values.seconds) * 1_000;
}

/** Of one core, while the window lasts. */
async function shareOfCore(pid: number): Promise<number> {
  const [cpuMs, beganMs] = [processorTimeMs(pid), performance.now()];
  await sleep(windowMs());
  return (processorTimeMs(pid) - cpuMs) / (performance.now() - beganMs);
}

/** What callers say over and over, as PCMU. */
async function lineOf(mode: Mode): Promise<Uint8Array[]> {
  const samples = new Int16Array(LOOP_SECONDS * RATE_HZ);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.round((Math.random() - 0.5) * 20);
  if (mode === 'speaking') {
    const spoken = await speak(QUESTION);
    const step = spoken.sampleRateHz / RATE_HZ;
    for (let at = 0; at * step < spoken.samples.length && at < samples.length; at += 1) {
      samples[at] = spoken.samples[Math.floor(at * step)] ?? 0;
    }
  }
  return Array.from({ length: samples.length / FRAME_SAMPLES }, (_, frame) =>
    Uint8Array.from(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES), encodeMulaw),
  );
}

/** What is not as it should be any more: a refusal comes before quality falls, or it came too late. */
function whatGave(seen: { refused: number; missing: number; pacingMs: number; answerMs: number }): string[] {
  return [
    ...(seen.refused > 0 ? [`${seen.refused} calls were refused`] : []),
    ...(seen.missing > 0 ? [`${seen.missing} packets were lost`] : []),
    ...(seen.pacingMs > MOST_PACING_MS ? [`pacing was ${round(seen.pacingMs)} ms off (p99)`] : []),
    ...(seen.answerMs > MOST_ANSWER_MS ? [`the answer took ${round(seen.answerMs)} ms (p99)`] : []),
  ];
}

function answeredAfterMs(setUps: readonly SetUp[]): number[] {
  return setUps.flatMap((setUp) => (setUp.kind === 'answered' ? [setUp.tookMs] : []));
}

function answerTimes(setUps: readonly SetUp[]): string {
  const times = answeredAfterMs(setUps);
  if (times.length === 0) return 'none';
  return `${round(percentile(times, 0.5))} / ${round(percentile(times, 0.99))}`;
}

/** `503 (5 s) × 40`: the status, what `Retry-After` says, and how often. */
function refusals(setUps: readonly SetUp[]): string {
  const counts = new Map<string, number>();
  for (const setUp of setUps) {
    if (setUp.kind === 'answered') continue;
    const { status, retryAfter } = setUp;
    const name = retryAfter === undefined ? `${status}` : `${status} (${retryAfter} s)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} × ${count}`).join(', ') || '0';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
