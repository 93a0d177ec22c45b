import { fork } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AppConfig } from '../src/common/config/index.js';
import { type MediaListener, MediaService, type MediaSession } from '../src/media/index.js';
import type { FleetReport, FleetRequest } from './load/caller-fleet.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:load: what a call costs the media room. Callers (node-datachannel, real Opus) live in another process, so that the
 * figures are the server's alone: this process (codecs, pacing) and its media worker. `echo` is looped in the worker; `listening` decodes
 * the caller, who speaks all the time; `speaking` codes an agent that speaks all the time, to a silent caller.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10,50,100' },
    modes: { type: 'string', default: 'echo,listening,speaking' },
    seconds: { type: 'string', default: '8' },
  },
});

type Mode = 'echo' | 'listening' | 'speaking';
const MODES: readonly Mode[] = ['echo', 'listening', 'speaking'];
const MEBIBYTE = 1_048_576;
const SPEECH_RATE_HZ = 24_000;

const modes = MODES.filter((mode) => values.modes.split(',').includes(mode));
const seconds = Number(values.seconds);
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${seconds} s a row\n`,
);
console.log(
  '| mode | calls | Node % of a core a call | worker % | both % | MiB a call | offer → answer p50 / p99 ms | packets | lost | pacing p99 ms |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const mode of modes) {
  for (const calls of values.calls.split(',').map(Number)) await measure(mode, calls);
}
process.exit();

async function measure(mode: Mode, calls: number): Promise<void> {
  const config = AppConfig.fromEnvironment({
    MEDIA_PORT: '0',
    MEDIA_WORKERS: '1',
    MEDIA_LISTEN_IP: '127.0.0.1',
    MEDIA_SPEECH_QUEUE_MAX_MS: '600000',
  });
  const media = await MediaService.create(config.media);
  const fleet = fork(fileURLToPath(new URL('./load/caller-fleet.js', import.meta.url)));
  const ask = (message: FleetRequest) => fleet.send(message);
  const answers = new Map<number, (sdp: string) => void>();
  let onCounts: (report: Extract<FleetReport, { kind: 'counts' }>) => void = () => undefined;
  fleet.on('message', (message: FleetReport) => {
    if (message.kind === 'offer') answers.get(message.id)?.(message.sdp);
    else onCounts(message);
  });
  const countFleet = () =>
    new Promise<Extract<FleetReport, { kind: 'counts' }>>((resolve) => {
      onCounts = resolve;
      ask({ kind: 'count' });
    });

  const memoryBefore = await residentBytes(media);
  const sessions: MediaSession[] = [];
  const answerMs: number[] = [];
  for (let id = 0; id < calls; id += 1) {
    const offerSdp = await new Promise<string>((resolve) => {
      answers.set(id, resolve);
      ask({ kind: 'call', id, speaks: mode !== 'speaking' });
    });
    const beganMs = performance.now();
    const outcome = await media.openSession({
      offerSdp,
      loop: mode === 'echo',
      inputSampleRateHz: 16_000,
      outputSampleRateHz: SPEECH_RATE_HZ,
    });
    answerMs.push(performance.now() - beganMs);
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
    sessions.push(outcome.session);
    await connected(outcome.session, () => ask({ kind: 'answer', id, sdp: outcome.session.answerSdp }));
  }

  const stopFeeding = mode === 'speaking' ? feed(sessions) : () => undefined;
  await sleep(2_000);
  await countFleet();
  const before = {
    node: process.cpuUsage(),
    worker: (await media.workerUsage()).cpuMs,
    atMs: performance.now(),
  };
  await sleep(seconds * 1_000);
  const elapsedMs = performance.now() - before.atMs;
  const used = process.cpuUsage(before.node);
  const nodeMs = (used.user + used.system) / 1_000;
  const workerMs = (await media.workerUsage()).cpuMs - before.worker;
  const counts = await countFleet();
  const memory = (await residentBytes(media)) - memoryBefore;
  stopFeeding();

  const share = (ms: number) => ((ms / elapsedMs / calls) * 100).toFixed(3);
  console.log(
    `| ${mode} | ${calls} | ${share(nodeMs)} | ${share(workerMs)} | ${share(nodeMs + workerMs)} | ` +
      `${(memory / MEBIBYTE / calls).toFixed(2)} | ${round(percentile(answerMs, 0.5))} / ${round(percentile(answerMs, 0.99))} | ` +
      `${counts.received} | ${counts.missing} | ${counts.pacingMs.length ? round(percentile(counts.pacingMs, 0.99)) : '-'} |`,
  );
  for (const session of sessions) session.close();
  ask({ kind: 'stop' });
  await new Promise((resolve) => fleet.once('exit', resolve));
  await media.close();
}

/** Listens as a call does, and looks at each frame. */
function connected(session: MediaSession, answer: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const listener: MediaListener = {
      connected: resolve,
      callerFrame: () => undefined,
      failed: (reason) => reject(new Error(reason)),
    };
    session.listen(listener);
    answer();
  });
}

/** Keeps all queues filled, as a fast speech engine does. */
function feed(sessions: readonly MediaSession[]): () => void {
  let phase = 0;
  const second = Int16Array.from({ length: SPEECH_RATE_HZ }, (_, index) => {
    phase += (2 * Math.PI * (140 + 40 * Math.sin(index / 4_000))) / SPEECH_RATE_HZ;
    return 7_000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase));
  });
  const fill = () => {
    for (const { speech } of sessions) while (speech.queuedMs < 2_000) speech.write(second);
  };
  fill();
  const timer = setInterval(fill, 500);
  return () => clearInterval(timer);
}

async function residentBytes(media: MediaService): Promise<number> {
  return process.memoryUsage.rss() + (await media.workerUsage()).maxResidentBytes;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
