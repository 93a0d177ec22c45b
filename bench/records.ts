import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import pg from 'pg';
import { inProject } from '../scripts/lib/project.mjs';
import { OpenAiStandIn } from '../test/stand-ins/index.js';
import { Conversations } from './conversations/hold.js';
import { briefAgent } from './duplex/agent-documents.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { makeQuestions, TURN_PLANS } from './duplex/turn-corpus.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { startService } from './support/service.js';
import { round } from './support/statistics.js';

const ANSWER = 'All right, I have noted that for you, and somebody will call you back tomorrow.';
const PROCESSES = 2;

const { calls, minutes } = benchOptions(
  'records',
  `What PostgreSQL writes for running calls, journals included: a row a minute, since journals grow with the conversation.
Callers on real WebRTC connections ask a question every seven seconds and get an answer of one sentence, from a service of
two processes. Statements are those of pg_stat_statements, the write-ahead log that of pg_stat_wal, with full pages after
checkpoints counted apart.`,
  { calls: [20, 'calls'], minutes: [6, 'rows'] },
);

/** Totals since the server started. */
interface Totals {
  readonly statements: number;
  readonly transactions: number;
  readonly walBytes: number;
  readonly fullPageBytes: number;
  readonly journalWrites: number;
  readonly newTurns: number;
  /** Current average size of a journal. */
  readonly journalBytes: number;
}

/** Excludes this bench's own queries. */
const TOTALS = `SELECT
  (SELECT COALESCE(sum(calls), 0)::float FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_wal%') AS statements,
  (SELECT xact_commit::float FROM pg_stat_database WHERE datname = current_database()) AS transactions,
  (SELECT wal_bytes::float FROM pg_stat_wal) AS "walBytes",
  (SELECT wal_fpi::float * 8192 FROM pg_stat_wal) AS "fullPageBytes",
  (SELECT COALESCE(sum(n_tup_ins + n_tup_upd), 0)::float FROM pg_stat_user_tables WHERE relname = 'call_journals') AS "journalWrites",
  (SELECT COALESCE(sum(n_tup_ins), 0)::float FROM pg_stat_user_tables WHERE relname = 'turns') AS "newTurns",
  (SELECT COALESCE(avg(octet_length(state)), 0)::float FROM call_journals) AS "journalBytes"`;

const sources = await SpeechSources.create();
const questions = (await makeQuestions(TURN_PLANS.reported, 12, sources)).map(({ samples }) => samples);
await sources.close();
execFileSync('npm', ['run', 'build', '--silent'], { cwd: inProject(), stdio: 'inherit' });
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; ${calls} calls.`);
await measure();
process.exit();

async function measure(): Promise<void> {
  const postgres = await startDurablePostgres(['shared_preload_libraries=pg_stat_statements']);
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query('CREATE EXTENSION pg_stat_statements');
  const model = await OpenAiStandIn.start({
    brain: () => ({ kind: 'say', text: ANSWER }),
    ears: () =>
      Promise.resolve('could you please tell somebody to call me back about the order of last week'),
  });
  const { url } = model;
  const env = {
    LLM_URL: url,
    STT_URL: url,
    TTS_URL: url,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
  };
  const own = {
    INSTANCE_PROCESSES: String(PROCESSES),
    MEDIA_WORKERS: String(PROCESSES),
    STARTER_PRELOAD: 'false',
  };
  const service = await startService({ ...env, ...own }, inProject());
  let conversations: Conversations | undefined;
  try {
    await publishDemoAgent(service.access, briefAgent());
    const { baseUrl, connectorToken: token } = service.access;
    console.log(
      '\n| minute | turns | statements a second | transactions a second | rows of journals a turn | KB a journal | KB of WAL a turn | of it full pages | KB of WAL a second and call | load average |',
    );
    console.log(`|${' --- |'.repeat(10)}`);
    await row('none', await over(client, 30));
    conversations = await Conversations.hold({ baseUrl, token, mode: 'traditional' }, calls, questions);
    for (let minute = 1; minute <= minutes; minute++) await row(String(minute), await over(client, 60));
  } finally {
    await conversations?.end();
    await service.stop();
    await client.end();
    await model.close();
    await postgres.stop();
  }
}

/** The increase over a time, in seconds. */
async function over(client: pg.Client, seconds: number): Promise<Totals & { readonly seconds: number }> {
  const before = await totals(client);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = await totals(client);
  const added = (name: keyof Totals) => after[name] - before[name];
  return {
    seconds,
    statements: added('statements'),
    transactions: added('transactions'),
    walBytes: added('walBytes'),
    fullPageBytes: added('fullPageBytes'),
    journalWrites: added('journalWrites'),
    newTurns: added('newTurns'),
    journalBytes: after.journalBytes,
  };
}

/** Other connections report their statistics within about a second. */
async function totals(client: pg.Client): Promise<Totals> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<Totals>(TOTALS);
  const [found] = rows;
  if (!found) throw new Error('PostgreSQL tells nothing of itself.');
  return found;
}

async function row(
  minute: string,
  { seconds, ...added }: Totals & { readonly seconds: number },
): Promise<void> {
  const kb = (bytes: number) => figure(bytes / 1_000);
  // A turn of the caller and one of the agent.
  const turns = added.newTurns / 2;
  const columns = [
    minute,
    turns,
    round(added.statements / seconds),
    round(added.transactions / seconds),
    figure(added.journalWrites / turns),
    kb(added.journalBytes),
    kb(added.walBytes / turns),
    kb(added.fullPageBytes / turns),
    kb(added.walBytes / seconds / calls),
    round(loadavg()[0] ?? 0),
  ];
  console.log(`| ${columns.join(' | ')} |`);
}

/** Per-turn figures are undefined before there are calls. */
function figure(value: number): number | string {
  return Number.isFinite(value) ? round(value, 2) : '-';
}
