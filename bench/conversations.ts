import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { inProject } from '../scripts/lib/project.mjs';
import { Conversations, type Counts } from './conversations/hold.js';
import { startStandInAgents } from './dialogues/stand-in-agents.js';
import { briefAgent } from './duplex/agent-documents.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { makeQuestions } from './duplex/turn-corpus.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { memoryOf } from './support/memory.js';
import { processorTimeMs } from './support/processor-time.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { startService, type RunningService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:conversations: what whole conversations cost the service, all of its processes but PostgreSQL's, run as
 * the container image runs it. Callers on real WebRTC connections ask a question every seven seconds and hear its
 * answer, with voice detection and turn-taking; they have processes of their own, and have no jitter buffer. `--agents
 * starter,cascade,realtime-own-turns`, `--callers 5,10,20,50`, `--seconds 60`, `--idle-seconds 60`. Stand-ins of
 * providers run in this process and are not counted. Memory is what the pages of the processes come to, shared ones
 * shared out (PSS). Prints markdown.
 */
const AGENTS = ['starter', 'cascade', 'realtime-own-turns'] as const;
const QUESTIONS = 12;
/** What a start leaves to be done is done. */
const STARTED_SECONDS = 15;
/** Compilers and caches are warm, and all callers are there. */
const WARM_SECONDS = 15;

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: AGENTS.join(',') },
    callers: { type: 'string', default: '5,10,20,50' },
    seconds: { type: 'string', default: '60' },
    'idle-seconds': { type: 'string', default: '60' },
  },
});
const seconds = Number(values.seconds);
const wait = (forSeconds: number) => new Promise((resolve) => setTimeout(resolve, forSeconds * 1_000));

const sources = await SpeechSources.create();
const questions = (await makeQuestions('reported', QUESTIONS, sources)).map(({ samples }) => samples);
await sources.close();
execFileSync('npm', ['run', 'build', '--silent'], { cwd: inProject(), stdio: 'inherit' });

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; ${seconds} s a row.`,
);
const COLUMNS = [
  'agent',
  'callers',
  '% of a core a call',
  '% of a core in all',
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
  const postgres = await startDurablePostgres();
  const standIns = agent === 'starter' ? undefined : await startStandInAgents({ document: briefAgent() });
  const service = await startService(
    { ...standIns?.env, DATABASE_URL: postgres.url, NODE_ENV: 'production' },
    inProject(),
  );
  try {
    const { greeting, intents, fallbackReply, turnTaking } = briefAgent();
    await publishDemoAgent(service.access, { greeting, intents, fallbackReply, turnTaking });
    await wait(STARTED_SECONDS);
    const idlePercent = await usedPercent(service.pid, Number(values['idle-seconds']));
    const idleMiB = memoryOf(service.pid).service;
    row(agent, 0, ['idle', round(idlePercent, 2), `${round(idleMiB)} in all`]);
    for (const callers of values.callers.split(',').map(Number)) {
      await measureCalls(service, agent, callers, idleMiB);
    }
  } finally {
    await service.stop();
    await standIns?.close();
    await postgres.stop();
  }
}

async function measureCalls(
  { access, pid }: RunningService,
  agent: string,
  callers: number,
  idleMiB: number,
): Promise<void> {
  const { baseUrl, connectorToken: token } = access;
  const mode = agent === 'cascade' ? 'traditional' : 'end-to-end';
  const conversations = await Conversations.hold({ baseUrl, token, mode }, callers, questions);
  await wait(WARM_SECONDS);
  conversations.forget();
  const percent = await usedPercent(pid, seconds);
  const mib = (memoryOf(pid).service - idleMiB) / callers;
  const shares = [round(percent / callers, 2), round(percent), round(mib, 2)];
  row(agent, callers, [...shares, ...answers(await conversations.counts())]);
  await conversations.end();
}

async function usedPercent(pid: number, forSeconds: number): Promise<number> {
  const [beganMs, usedMs] = [performance.now(), processorTimeMs(pid)];
  await wait(forSeconds);
  return ((processorTimeMs(pid) - usedMs) / (performance.now() - beganMs)) * 100;
}

function answers({ asked, responsesMs, lateMs }: Counts): (string | number)[] {
  const times = `${round(percentile(responsesMs, 0.5), 0)} / ${round(percentile(responsesMs, 0.95), 0)}`;
  return [asked, responsesMs.length, times, round(lateMs)];
}

function row(agent: string, callers: number, columns: readonly (string | number)[]): void {
  const filled = [...columns, '', '', '', ''].slice(0, 7);
  console.log(`| ${agent} | ${callers} | ${filled.join(' | ')} | ${round(loadavg()[0] ?? 0)} |`);
}
