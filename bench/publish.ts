import { parseArgs } from 'node:util';
import pg from 'pg';
import { HttpPublisher } from './publish/http-publisher.js';
import { PgPublisher } from './publish/pg-publisher.js';
import { addHistory, makeAgents, POOL_SIZE } from './publish/prepare.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { peakMemoryMiB } from './support/memory.js';
import { processorTimeMs } from './support/processor-time.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:publish: how fast publishing is through HTTP, beside the same rows written through bare `pg`, in the same run, to the
 * same PostgreSQL (fsync on), with the same number of requests at once. Both take turns, so that whatever else the machine does
 * meets both. Then what a publish costs with a short and with a long history.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32' },
    agents: { type: 'string', default: '64' },
    history: { type: 'string', default: '100000' },
  },
});
const [seconds = 5, rounds = 3, concurrency = 32] = [values.seconds, values.rounds, values.concurrency].map(
  Number,
);

const WHO = ['client', 'service', 'database'] as const;
const postgres = await startDurablePostgres();
const service = await startService({
  DATABASE_URL: postgres.url,
  API_KEY_RATE_LIMIT: '0',
  DATABASE_POOL_SIZE: String(POOL_SIZE),
});
const pool = new pg.Pool({ connectionString: postgres.url, max: POOL_SIZE });
try {
  const agentIds = await makeAgents(pool, service.access, Number(values.agents));
  const http = new HttpPublisher(service.access, concurrency);
  const contestants = [
    { name: 'Earshot, HTTP', publish: (agentId: string) => http.publish(agentId) },
    { name: 'bare pg, one transaction of 6 statements', publish: PgPublisher.inTransaction(pool) },
    { name: 'bare pg, one statement', publish: PgPublisher.inOneStatement(pool) },
  ].map((contestant) => ({
    ...contestant,
    rates: [] as number[],
    timesMs: [] as number[],
    used: { client: 0, service: 0, database: 0 },
  }));

  for (const { publish } of contestants) await load(publish, agentIds, 1);
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const before = usedMs();
      const { count, elapsedMs, timesMs } = await load(contestant.publish, agentIds, seconds);
      const after = usedMs();
      for (const who of WHO) contestant.used[who] += after[who] - before[who];
      contestant.rates.push((count / elapsedMs) * 1_000);
      for (const timeMs of timesMs) contestant.timesMs.push(timeMs);
    }
  }

  console.log(
    `Concurrency ${concurrency}, ${rounds} rounds of ${seconds} s each, ${agentIds.length} agents.\n`,
  );
  console.log('| what | publishes/s (median round) | p50 ms | p99 ms |\n| --- | --- | --- | --- |');
  for (const { name, timesMs, used } of contestants)
    console.log(
      name,
      WHO.map((who) => `${who} ${round((1000 * used[who]) / timesMs.length, 0)} us`).join(', '),
    );
  for (const { name, rates, timesMs } of contestants) {
    const figures = [percentile(rates, 0.5), percentile(timesMs, 0.5), percentile(timesMs, 0.99)];
    console.log(`| ${name} | ${figures.map((figure) => round(figure)).join(' | ')} |`);
  }
  const [own, transaction, statement] = contestants.map(({ rates }) => percentile(rates, 0.5));
  console.log(
    `\nRatio to one transaction: ${round((own ?? 0) / (transaction ?? 1), 2)}; to one statement: ${round((own ?? 0) / (statement ?? 1), 2)}.`,
  );
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

function usedMs() {
  const { user, system } = process.cpuUsage();
  return {
    client: (user + system) / 1000,
    service: processorTimeMs(service.pid),
    database: processorTimeMs(postgres.pid),
  };
}

async function load(
  publish: (agentId: string) => Promise<void>,
  agentIds: readonly string[],
  forSeconds: number,
) {
  const beganMs = performance.now();
  const untilMs = beganMs + forSeconds * 1_000;
  const timesMs: number[] = [];
  let next = 0;
  const worker = async () => {
    while (performance.now() < untilMs) {
      const agentId = agentIds[next++ % agentIds.length] ?? '';
      timesMs.push(await timed(() => publish(agentId)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { count: timesMs.length, elapsedMs: performance.now() - beganMs, timesMs };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}
