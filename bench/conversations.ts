import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { inProject } from '../scripts/lib/project.mjs';
import { ASKS_EVERY_MS, Conversations, type Counts } from './conversations/hold.js';
import { startStandInAgents } from './dialogues/stand-in-agents.js';
import { briefAgent } from './duplex/agent-documents.js';
import { Ears } from './duplex/ears.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { makeQuestions, TURN_PLANS } from './duplex/turn-corpus.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { memoryOf } from './support/memory.js';
import { benchOptions } from './support/options.js';
import { processorTimeMs } from './support/processor-time.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { startService, type RunningService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const AGENTS = ['starter', 'cascade', 'realtime-own-turns'] as const;
const QUESTIONS = 12;
/** Background work of the start has finished. */
const STARTED_SECONDS = 15;
/** Compilers and caches are warm, and all callers are connected. */
const WARM_SECONDS = 15;

const values = benchOptions(
  'conversations',
  `What whole conversations cost the service, run as in the container image: all of its processes but PostgreSQL's. Callers
on real WebRTC connections, in processes of their own, ask a question at intervals and hear its answer. Stand-ins of
providers run in this process and are not counted; they know what the callers ask. Memory is PSS.`,
  {
    agents: [AGENTS.join(','), 'agents'],
    callers: ['5,10,20,50', 'callers of each row'],
    seconds: [60, 'length of a row'],
    'idle-seconds': [60, 'length of the row without callers'],
    every: [ASKS_EVERY_MS / 1_000, 'seconds between questions; with 3 most answers are interrupted'],
    beside: [
      undefined,
      'another checkout, set up and built, whose rows are measured right before those of this one',
    ],
  },
);
const { seconds, 'idle-seconds': idleSeconds } = values;
const everyMs = values.every * 1_000;
const wait = (forSeconds: number) => new Promise((resolve) => setTimeout(resolve, forSeconds * 1_000));

const sources = await SpeechSources.create();
const turns = await makeQuestions(TURN_PLANS.reported, QUESTIONS, sources);
const questions = turns.map(({ samples }) => samples);
await sources.close();
execFileSync('npm', ['run', 'build', '--silent'], { cwd: inProject(), stdio: 'inherit' });

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; ${seconds} s a row.`,
);
const COLUMNS = [
  'agent',
  'version',
  'callers',
  '% of a core a call',
  '% of a core in all',
  'of the version beside',
  'MiB a call',
  'questions',
  'answered',
  'response p50 / p95 ms',
  'callers late p99 ms',
  'load average',
];
console.log(`\n| ${COLUMNS.join(' | ')} |\n|${' --- |'.repeat(COLUMNS.length)}`);
for (const agent of AGENTS.filter((one) => values.agents.split(',').includes(one))) await measure(agent);
process.exit();

async function measure(agent: (typeof AGENTS)[number]): Promise<void> {
  const versions: Version[] = [];
  try {
    if (values.beside !== undefined) versions.push(await startVersion('beside', agent, values.beside));
    versions.push(await startVersion('this', agent, inProject()));
    await wait(STARTED_SECONDS);
    const idle = await Promise.all(versions.map(({ service }) => usedPercent(service.pid, idleSeconds)));
    for (const [at, version] of versions.entries()) {
      version.idleMiB = memoryOf(version.service.pid).service;
      row(version, 0, {
        percents: ['idle', round(idle[at] ?? NaN, 2), share(idle, at)],
        mib: `${round(version.idleMiB)} in all`,
      });
    }
    for (const callers of values.callers.split(',').map(Number)) {
      const used: number[] = [];
      for (const version of versions) await measureCalls(version, callers, used);
    }
  } finally {
    for (const { close } of versions) await close();
  }
}

/** A running version of the service. */
interface Version {
  readonly label: string;
  readonly agent: (typeof AGENTS)[number];
  readonly service: RunningService;
  idleMiB: number;
  readonly close: () => Promise<void>;
}

async function startVersion(label: string, agent: Version['agent'], folder: string): Promise<Version> {
  const postgres = await startDurablePostgres();
  const ears = new Ears({ kind: 'parts', known: turns.flatMap(({ parts }) => parts) });
  const knownWords = (samples: Int16Array, sampleRateHz: number) => ears.wordsIn(samples, sampleRateHz);
  const standIns =
    agent === 'starter' ? undefined : await startStandInAgents({ document: briefAgent(), knownWords });
  const env = { ...standIns?.env, DATABASE_URL: postgres.url, NODE_ENV: 'production' };
  const service = await startService(env, folder);
  const { greeting, intents, fallbackReply, turnTaking } = briefAgent();
  await publishDemoAgent(service.access, { greeting, intents, fallbackReply, turnTaking });
  return {
    label,
    agent,
    service,
    idleMiB: NaN,
    async close() {
      await service.stop();
      await Promise.all([standIns?.close(), ears.close()]);
      await postgres.stop();
    },
  };
}

async function measureCalls(version: Version, callers: number, used: number[]): Promise<void> {
  const { access, pid } = version.service;
  const { baseUrl, connectorToken: token } = access;
  const mode = version.agent === 'cascade' ? 'traditional' : 'end-to-end';
  const conversations = await Conversations.hold({ baseUrl, token, mode }, callers, questions, everyMs);
  await wait(WARM_SECONDS);
  conversations.forget();
  const percent = await usedPercent(pid, seconds);
  used.push(percent);
  const mib = (memoryOf(pid).service - version.idleMiB) / callers;
  row(version, callers, {
    percents: [round(percent / callers, 2), round(percent), share(used, used.length - 1)],
    mib: round(mib, 2),
    rest: answers(await conversations.counts()),
  });
  await conversations.end();
}

/** As a share of the processor time of the other version. */
function share(used: readonly number[], at: number): Cell {
  return at === 0 ? '' : round((used[at] ?? NaN) / (used[0] ?? NaN), 2);
}

async function usedPercent(pid: number, forSeconds: number): Promise<number> {
  const [beganMs, usedMs] = [performance.now(), processorTimeMs(pid)];
  await wait(forSeconds);
  return ((processorTimeMs(pid) - usedMs) / (performance.now() - beganMs)) * 100;
}

type Cell = string | number;

function answers({ asked, responsesMs, lateMs }: Counts): Cell[] {
  const times = `${round(percentile(responsesMs, 0.5), 0)} / ${round(percentile(responsesMs, 0.95), 0)}`;
  return [asked, responsesMs.length, times, round(lateMs)];
}

interface Row {
  readonly percents: readonly Cell[];
  readonly mib: Cell;
  readonly rest?: readonly Cell[];
}

function row(
  { agent, label }: Version,
  callers: number,
  { percents, mib, rest = ['', '', '', ''] }: Row,
): void {
  const cells = [agent, label, callers, ...percents, mib, ...rest, round(loadavg()[0] ?? 0)];
  console.log(`| ${cells.join(' | ')} |`);
}
