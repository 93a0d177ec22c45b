import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hold, type Conversations } from './conversations/hold.js';
import { startStandInAgents } from './dialogues/stand-in-agents.js';
import { briefAgent } from './duplex/agent-documents.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { makeQuestions } from './duplex/turn-corpus.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { residentMiB } from './support/memory.js';
import { processorTimeMs } from './support/processor-time.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:conversations: what whole conversations cost the service, all of its processes but PostgreSQL's.
 * Callers on real WebRTC connections ask a question every seven seconds and hear its answer, with voice detection and
 * turn-taking. `--agents starter,cascade,realtime-own-turns`, `--callers 5,10,20,50`, `--seconds 60`. Callers and
 * stand-ins of providers run in this process and are not counted. Prints markdown.
 */
const AGENTS = ['starter', 'cascade', 'realtime-own-turns'] as const;
const QUESTIONS = 12;
const IDLE_SECONDS = 20;
/** Compilers and caches are warm, and all callers are there. */
const WARM_SECONDS = 15;

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: AGENTS.join(',') },
    callers: { type: 'string', default: '5,10,20,50' },
    seconds: { type: 'string', default: '60' },
  },
});
const seconds = Number(values.seconds);
const wait = (forSeconds: number) => new Promise((resolve) => setTimeout(resolve, forSeconds * 1_000));

const sources = await SpeechSources.create();
const questions = (await makeQuestions(QUESTIONS, sources)).map(({ samples }) => samples);
await sources.close();

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; ${seconds} s a row.`,
);
console.log(
  '\n| agent | callers | % of a core a call | % of a core in all | MiB a call | questions | answered | response p50 / p95 ms | load average |',
);
console.log(`|${' --- |'.repeat(9)}`);
for (const agent of AGENTS.filter((one) => values.agents.split(',').includes(one))) await measure(agent);
process.exit();

async function measure(agent: (typeof AGENTS)[number]): Promise<void> {
  const postgres = await startDurablePostgres();
  const standIns = agent === 'starter' ? undefined : await startStandInAgents({ document: briefAgent() });
  const service = await startService({
    ...standIns?.env,
    DATABASE_URL: postgres.url,
  });
  try {
    const { greeting, intents, fallbackReply, turnTaking } = briefAgent();
    await publishDemoAgent(service.access, { greeting, intents, fallbackReply, turnTaking });
    const idlePercent = await usedPercent(service.pid, IDLE_SECONDS);
    const idleMiB = residentMiB(service.pid);
    row(agent, 0, [`${round(idlePercent, 2)} idle`, '', `${round(idleMiB)} idle`]);
    for (const callers of values.callers.split(',').map(Number)) {
      const { baseUrl, connectorToken: token } = service.access;
      const mode = agent === 'cascade' ? 'traditional' : 'end-to-end';
      const conversations = await hold({ baseUrl, token, mode }, callers, questions);
      await wait(WARM_SECONDS);
      conversations.forget();
      const percent = await usedPercent(service.pid, seconds);
      const mib = (residentMiB(service.pid) - idleMiB) / callers;
      const shares = [round(percent / callers, 2), round(percent), round(mib, 2)];
      row(agent, callers, [...shares, ...answers(conversations)]);
      await conversations.end();
    }
  } finally {
    await service.stop();
    await standIns?.close();
    await postgres.stop();
  }
}

async function usedPercent(pid: number, forSeconds: number): Promise<number> {
  const [beganMs, usedMs] = [performance.now(), processorTimeMs(pid)];
  await wait(forSeconds);
  return ((processorTimeMs(pid) - usedMs) / (performance.now() - beganMs)) * 100;
}

function answers({ asked, responsesMs }: Conversations): (string | number)[] {
  const times = `${round(percentile(responsesMs, 0.5), 0)} / ${round(percentile(responsesMs, 0.95), 0)}`;
  return [asked, responsesMs.length, times];
}

function row(agent: string, callers: number, columns: readonly (string | number)[]): void {
  const filled = [...columns, '', '', ''].slice(0, 6);
  console.log(`| ${agent} | ${callers} | ${filled.join(' | ')} | ${round(loadavg()[0] ?? 0)} |`);
}
