import pg from 'pg';
import type { startDurablePostgres } from '../support/durable-postgres.js';
import { newDatabase } from '../support/new-database.js';
import { startService } from '../support/service.js';
import { Contestant, processorTimes } from './contest.js';
import { HttpPublisher } from './http-publisher.js';
import { makeAgents, NO_QUOTAS, refuseMissingRows, SETTINGS } from './prepare.js';

const WARM_UP_SECONDS = 3;

type Postgres = Awaited<ReturnType<typeof startDurablePostgres>>;

interface Contest {
  readonly seconds: number;
  readonly rounds: number;
  readonly concurrency: number;
  readonly agents: number;
}

/**
 * Compares publishing through HTTP with another checkout, alternating. Each has its own database on the same
 * PostgreSQL. The order alternates by round.
 */
export async function compareWith(folder: string, postgres: Postgres, contest: Contest): Promise<void> {
  const here = await Publishing.start('this checkout', process.cwd(), postgres, contest);
  try {
    const there = await Publishing.start('the other one', folder, postgres, contest);
    try {
      await race(here, there, contest);
    } finally {
      await there.stop();
    }
  } finally {
    await here.stop();
  }
}

async function race(here: Publishing, there: Publishing, { rounds }: Contest): Promise<void> {
  for (const one of [here, there]) await one.warmUp();
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? [here, there] : [there, here]) await one.round();
  }
  for (const one of [here, there]) await one.refuseMissingRows();
  console.log('| what | publishes/s | p50 ms | p99 ms | µs of client | of service | of database |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { contestant } of [here, there]) console.log(contestant.row());
  console.log(`\nRatio of the rates: ${here.contestant.ratioTo(there.contestant)}.`);
  console.log(`Ratio of the processor times: ${here.contestant.costRatioTo(there.contestant)}.`);
}

/** A publishing checkout. */
class Publishing {
  private constructor(
    readonly contestant: Contestant,
    private readonly agentIds: readonly string[],
    private readonly contest: Contest,
    private readonly pool: pg.Pool,
    private readonly usedMs: () => ReturnType<typeof processorTimes>,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(name: string, folder: string, postgres: Postgres, contest: Contest) {
    const url = await newDatabase(postgres.url);
    const env = { ...SETTINGS, DATABASE_URL: url, SIP_ENABLED: 'false' };
    const service = await startService(env, folder, NO_QUOTAS);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    const http = new HttpPublisher(service.access, contest.concurrency);
    const agentIds = await makeAgents(pool, service.access, contest.agents);
    const usedMs = () => processorTimes(service.pid, postgres.pid);
    const contestant = new Contestant(name, (agentId) => http.publish(agentId));
    return new Publishing(contestant, agentIds, contest, pool, usedMs, async () => {
      await http.close();
      await pool.end();
      await service.stop();
    });
  }

  async warmUp(): Promise<void> {
    await this.contestant.run(this.agentIds, this.contest.concurrency, WARM_UP_SECONDS);
  }

  round(): Promise<void> {
    const { concurrency, seconds } = this.contest;
    return this.contestant.round(this.agentIds, concurrency, seconds, this.usedMs);
  }

  refuseMissingRows(): Promise<void> {
    return refuseMissingRows(this.pool, this.agentIds, this.contestant.published);
  }
}
