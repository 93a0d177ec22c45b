import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { inProject } from '../scripts/lib/project.mjs';
import { OpenAiStandIn } from '../test/stand-ins/index.js';
import { Conversations, type Counts } from './conversations/hold.js';
import { busiestMs, threadTimesMs } from './cores/busiest-thread.js';
import { CoreShare, shareObstacle } from './cores/core-share.js';
import { briefAgent } from './duplex/agent-documents.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { makeQuestions, TURN_PLANS } from './duplex/turn-corpus.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { childrenOf, processorTimeMs } from './support/processor-time.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { type RunningService, startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const MODES = ['echo', 'cascade'] as const;
type Mode = (typeof MODES)[number];

const values = benchOptions(
  'cores',
  `How many calls a service of one process holds on one core, and one of two processes on two. Each process, with its media
worker, is pinned to a core and gets a share of it, as if the core were slower; the rest is for callers, stand-ins and
PostgreSQL. Calls are added until some do not hold: a frame is lost, the 95th percentile of the pacing error is above
20 ms, or more than one question in fifty has no answer. Needs root and Linux with cgroups of version 1.`,
  {
    modes: [MODES.join(','), 'what the calls do'],
    processes: ['1,2', 'processes of the service'],
    percent: [40, 'share of a core that a process gets'],
    step: [4, 'calls that are added to a process'],
    from: [0, 'calls of a process to begin with'],
    seconds: [12, 'length of a step'],
    most: [200, 'calls at most'],
  },
);
const { percent, step, seconds, most } = values;
const MAX_PACING_MS = 20;
const MIN_ANSWERED = 0.98;
/** Until compilers and caches are warm, with the first callers, on whole cores. */
const COMPILED_SECONDS = 25;
/** Until all callers are connected and each has asked once. */
const WARM_SECONDS = 8;
const wait = (forSeconds: number) => new Promise((resolve) => setTimeout(resolve, forSeconds * 1_000));

const obstacle = shareObstacle();
if (obstacle !== undefined) {
  console.error(`Not measured: ${obstacle}.`);
  process.exit(1);
}
const sources = await SpeechSources.create();
const questions = (await makeQuestions(TURN_PLANS.reported, 12, sources)).map(({ samples }) => samples);
await sources.close();
execFileSync('npm', ['run', 'build', '--silent'], { cwd: inProject(), stdio: 'inherit' });
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; each process has ${percent} % of one.`,
);
const COLUMNS = [
  'mode',
  'processes',
  'calls',
  'hold',
  'pacing p95 ms',
  'p99',
  'frames lost',
  'asked',
  'answered',
  'response p95 ms',
  '% of a core a call',
  'of it the busiest thread',
  'callers late p99 ms',
  'load average',
];
console.log(`\n| ${COLUMNS.join(' | ')} |\n|${' --- |'.repeat(COLUMNS.length)}`);
const held: string[] = [];
for (const mode of MODES.filter((one) => values.modes.split(',').includes(one))) {
  const counts = [];
  for (const processes of values.processes.split(',').map(Number))
    counts.push(await mostHeld(mode, processes));
  held.push(`| ${mode} | ${counts.join(' | ')} | ${round((counts[1] ?? NaN) / (counts[0] ?? NaN), 2)} |`);
}
console.log('\n| mode | calls held by one process | by two | ratio |\n| --- | --- | --- | --- |');
for (const line of held) console.log(line);
process.exit();

/** The largest number of calls that held, before the first failure. */
async function mostHeld(mode: Mode, processes: number): Promise<number> {
  const postgres = await startDurablePostgres();
  const model = await OpenAiStandIn.start({
    brain: () => ({ kind: 'say', text: 'All right, I have noted that.' }),
  });
  const { url } = model;
  const env = {
    LLM_URL: url,
    STT_URL: url,
    TTS_URL: url,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
  };
  const service = await startService(
    {
      ...env,
      INSTANCE_PROCESSES: String(processes),
      MEDIA_WORKERS: String(processes),
      SIGNALING_GATEWAY: 'debug',
      STARTER_PRELOAD: 'false',
    },
    inProject(),
  );
  const shares = Array.from({ length: processes }, (_, core) => new CoreShare(core, percent));
  const groups: Conversations[] = [];
  try {
    await allThere(service, processes);
    if (mode === 'cascade') await publishDemoAgent(service.access, briefAgent());
    const each = step * processes;
    const first = values.from * processes || each;
    groups.push(await begin(service, mode, first));
    await wait(COMPILED_SECONDS);
    pin(service.pid, shares);
    let best = 0;
    for (let calls = first; calls <= most; calls += each) {
      if (calls > first) groups.push(await begin(service, mode, each));
      if (!(await holds(service.pid, mode, processes, calls, groups))) break;
      best = calls;
    }
    return best;
  } finally {
    await Promise.all(groups.map((group) => group.end()));
    await service.stop();
    for (const share of shares) share.close();
    await model.close();
    await postgres.stop();
  }
}

/** The dispatcher of several processes costs almost nothing, and shares the first core. */
function pin(pid: number, shares: readonly CoreShare[]): void {
  shares[0]?.take(pid);
  if (shares.length > 1) childrenOf(pid).forEach((child, index) => shares[index]?.take(child));
}

async function allThere({ access, pid }: RunningService, processes: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${access.baseUrl}/health/ready`);
    const { instances } = (await answer.json()) as { readonly instances: readonly unknown[] };
    if (instances.length === processes && (processes === 1 || childrenOf(pid).length === processes)) return;
    await wait(0.2);
  }
}

function begin({ access }: RunningService, mode: Mode, calls: number): Promise<Conversations> {
  const target = {
    baseUrl: access.baseUrl,
    token: access.connectorToken,
    mode: mode === 'echo' ? 'echo' : 'traditional',
  };
  return Conversations.hold(target, calls, questions);
}

async function holds(
  pid: number,
  mode: Mode,
  processes: number,
  calls: number,
  groups: readonly Conversations[],
): Promise<boolean> {
  await wait(WARM_SECONDS);
  for (const group of groups) group.forget();
  const pids = processes === 1 ? [pid] : childrenOf(pid);
  const [beganMs, usedMs, threads] = [performance.now(), processorTimeMs(pid), threadTimesMs(pids)];
  await wait(seconds);
  const share = (ms: number) => round((ms / (performance.now() - beganMs) / calls) * 100, 3);
  const used = [share(processorTimeMs(pid) - usedMs), share(busiestMs(threads, threadTimesMs(pids)))];
  const all = together(await Promise.all(groups.map((group) => group.counts())));
  const answered = all.responsesMs.length;
  const isHeld =
    all.missing === 0 &&
    all.pacingP95Ms < MAX_PACING_MS &&
    (mode === 'echo' || answered >= all.asked * MIN_ANSWERED);
  const heard = [
    round(all.pacingP95Ms),
    round(all.pacingP99Ms),
    all.missing,
    all.asked,
    answered,
    round(percentile(all.responsesMs, 0.95), 0),
  ];
  const columns = [
    mode,
    processes,
    calls,
    isHeld ? 'yes' : 'no',
    ...heard,
    ...used,
    round(all.lateMs),
    round(loadavg()[0] ?? 0),
  ];
  console.log(`| ${columns.join(' | ')} |`);
  return isHeld;
}

/** The pacing error is that of the worst caller process. */
function together(counts: readonly Counts[]): Counts {
  return {
    asked: counts.reduce((sum, { asked }) => sum + asked, 0),
    responsesMs: counts.flatMap(({ responsesMs }) => responsesMs),
    missing: counts.reduce((sum, { missing }) => sum + missing, 0),
    pacingP95Ms: Math.max(...counts.map(({ pacingP95Ms }) => pacingP95Ms)),
    pacingP99Ms: Math.max(...counts.map(({ pacingP99Ms }) => pacingP99Ms)),
    lateMs: Math.max(...counts.map(({ lateMs }) => lateMs)),
  };
}
