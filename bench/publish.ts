import { parseArgs } from 'node:util';
import pg from 'pg';
import { compareWith } from './publish/compare-with.js';
import { Contestant, processorTimes, timed } from './publish/contest.js';
import { HttpPublisher } from './publish/http-publisher.js';
import { PgPublisher } from './publish/pg-publisher.js';
import { addHistory, makeAgents, POOL_SIZE, refuseMissingRows } from './publish/prepare.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { peakMemoryMiB } from './support/memory.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:publish: how fast publishing is through HTTP, beside the same rows written through bare `pg`, in
 * the same run, to the same PostgreSQL (fsync on), with the same number of requests at once. Both take turns, so
 * that whatever else the machine does meets both. Then what a publish costs with a short and with a long history.
 * With `--against FOLDER` it is compared with another checkout of the project instead, which is set up and built.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32' },
    agents: { type: 'string', default: '64' },
    history: { type: 'string', default: '100000' },
    against: { type: 'string' },
  },
});
const [seconds = 5, rounds = 3, concurrency = 32] = [values.seconds, values.rounds, values.concurrency].map(
  Number,
);
/** Until the code of all contestants is compiled and their statements are prepared. */
const WARM_UP_SECONDS = 3;

const postgres = await startDurablePostgres();
if (values.against !== undefined) {
  const contest = { seconds, rounds, concurrency, agents: Number(values.agents) };
  await compareWith(values.against, postgres, contest).finally(() => postgres.stop());
  process.exit();
}
const service = await startService({
  DATABASE_URL: postgres.url,
  API_KEY_RATE_LIMIT: '0',
  DATABASE_POOL_SIZE: String(POOL_SIZE),
});
const pool = new pg.Pool({ connectionString: postgres.url, max: POOL_SIZE });
try {
  const agentIds = await makeAgents(pool, service.access, Number(values.agents));
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
  await addHistory(pool, service.access, long, Number(values.history));
  const timesMs = { short: [] as number[], long: [] as number[] };
  for (let i = 0; i < 500; i++) {
    timesMs.short.push(await timed(() => http.publish(short)));
    timesMs.long.push(await timed(() => http.publish(long)));
  }
  console.log(`\n| earlier deployments | p50 ms | p99 ms |\n| --- | --- | --- |`);
  for (const [name, times] of [
    ['10', timesMs.short],
    [values.history, timesMs.long],
  ] as const) {
    console.log(`| ${name} | ${round(percentile(times, 0.5), 2)} | ${round(percentile(times, 0.99), 2)} |`);
  }
  await http.close();
} finally {
  await pool.end();
  await service.stop();
  await postgres.stop();
}
