import pg from 'pg';
import { compareWith } from './publish/compare-with.js';
import { Contestant, processorTimes, timed } from './publish/contest.js';
import { HttpPublisher } from './publish/http-publisher.js';
import { PgPublisher } from './publish/pg-publisher.js';
import {
  addHistory,
  makeAgents,
  NO_QUOTAS,
  POOL_SIZE,
  refuseMissingRows,
  SETTINGS,
} from './publish/prepare.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { peakMemoryMiB } from './support/memory.js';
import { benchOptions } from './support/options.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const { seconds, rounds, concurrency, agents, history, against } = benchOptions(
  'publish',
  `How fast publishing is over HTTP, beside the same rows written with bare \`pg\`, to the same PostgreSQL (fsync on) and
with as many requests at once. They take turns, so that other load on the machine meets all of them. Then what a publish
costs with a short and with a long history.`,
  {
    seconds: [5, 'length of a round'],
    rounds: [3, 'rounds'],
    concurrency: [32, 'requests at once'],
    agents: [64, 'agents that are published'],
    history: [100_000, 'earlier deployments of the long history'],
    against: [undefined, 'another checkout, set up and built, to compare with instead of bare pg'],
  },
);
/** Until the code of all contestants is compiled and their statements are prepared. */
const WARM_UP_SECONDS = 3;

const postgres = await startDurablePostgres();
if (against !== undefined) {
  const contest = { seconds, rounds, concurrency, agents };
  await compareWith(against, postgres, contest).finally(() => postgres.stop());
  process.exit();
}
const service = await startService({ ...SETTINGS, DATABASE_URL: postgres.url }, undefined, NO_QUOTAS);
const pool = new pg.Pool({ connectionString: postgres.url, max: POOL_SIZE });
try {
  const agentIds = await makeAgents(pool, service.access, agents);
  const http = new HttpPublisher(service.access, concurrency);
  const own = new Contestant('Earshot, HTTP', (agentId) => http.publish(agentId));
  const transaction = new Contestant(
    'bare pg, one transaction of 6 statements',
    PgPublisher.inTransaction(pool),
  );
  const statement = new Contestant('bare pg, one statement', PgPublisher.inOneStatement(pool));
  const contestants = [own, transaction, statement];

  const usedMs = () => processorTimes(service.pid, postgres.pid);
  for (const contestant of contestants) await contestant.run(agentIds, concurrency, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) await contestant.round(agentIds, concurrency, seconds, usedMs);
  }
  const published = contestants.reduce((sum, contestant) => sum + contestant.published, 0);
  await refuseMissingRows(pool, agentIds, published);

  console.log(
    `Concurrency ${concurrency}, ${rounds} rounds of ${seconds} s each, ${agentIds.length} agents; ${published} publishes, all of them found in the database.\n`,
  );
  console.log('| what | publishes/s | p50 ms | p99 ms | µs of client | of service | of database |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const contestant of contestants) console.log(contestant.row());
  console.log(`\nRatio to one transaction: ${own.ratioTo(transaction)}.`);
  console.log(`Ratio to one statement: ${own.ratioTo(statement)}.`);
  console.log(`Memory of the service at its peak: ${peakMemoryMiB(service.pid)} MiB.`);

  const [short = '', long = ''] = await makeAgents(pool, service.access, 2);
  await addHistory(pool, service.access, short, 10);
  await addHistory(pool, service.access, long, history);
  const timesMs = { short: [] as number[], long: [] as number[] };
  for (let i = 0; i < 500; i++) {
    timesMs.short.push(await timed(() => http.publish(short)));
    timesMs.long.push(await timed(() => http.publish(long)));
  }
  console.log(`\n| earlier deployments | p50 ms | p99 ms |\n| --- | --- | --- |`);
  for (const [name, times] of [
    ['10', timesMs.short],
    [history, timesMs.long],
  ] as const) {
    console.log(`| ${name} | ${round(percentile(times, 0.5), 2)} | ${round(percentile(times, 0.99), 2)} |`);
  }
  await http.close();
} finally {
  await pool.end();
  await service.stop();
  await postgres.stop();
}
