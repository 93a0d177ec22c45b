import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { startThrowawayPostgres } from '../scripts/lib/postgres/throwaway-postgres.mjs';
import { deployMigrations } from '../scripts/lib/prisma/deploy-migrations.mjs';
import { percentile, round } from './support/statistics.js';
import { EVENT_DATA, startDeliveryService } from './webhooks/delivery-service.js';
import { startReceiverProcess } from './webhooks/receiver-process.js';

/**
 * npm run bench:webhooks: how fast the outbox is emptied, whether dead endpoints slow the others down, and how long an event takes
 * from its commit to its receipt. Beside each rate stands that of a bare loop of POSTs in the same run, which stores nothing, signs
 * nothing and checks nothing: it says how busy the machine was. Uses DATABASE_URL (an empty database) or a throw-away PostgreSQL, which
 * does not wait for its disk.
 */
const DELIVERIES = 20_000;
const ENDPOINTS = 1_000;
const DEAD_SHARE = 0.1;
/** Of the comparison with and without dead endpoints; the medians are compared. */
const ROUNDS = 3;
const BARE_POSTS = 20_000;
const BARE_CONCURRENCY = 32;
const STEADY_RATE = 200;
const STEADY_SECONDS = 20;
const DRAIN_TIMEOUT_MS = 180_000;

const cluster = process.env.DATABASE_URL ? undefined : await startThrowawayPostgres();
const databaseUrl = process.env.DATABASE_URL ?? cluster?.urlOf('postgres') ?? '';
const receiver = await startReceiverProcess();

/** A URL of its own for each: another address of loopback, so another connection pool. */
const urls = (count: number, port: number) =>
  Array.from({ length: count }, (_, i) => `http://127.0.${1 + (i >> 8)}.${i & 255}:${port}/`);

try {
  await deployMigrations(databaseUrl);
  const bareRate = await postBare();
  const oneRate = await drain(urls(1, receiver.healthyPort), []);
  const manyRate = await drain(urls(ENDPOINTS, receiver.healthyPort), []);
  const living = urls(ENDPOINTS * (1 - DEAD_SHARE), receiver.healthyPort);
  const dead = urls(ENDPOINTS * DEAD_SHARE, receiver.deadPort);
  const alone: number[] = [];
  const besideDead: number[] = [];
  // By turns, because the machine is not equally busy all the time.
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await drain(living, []));
    besideDead.push(await drain(living, dead));
  }
  const aloneRate = percentile(alone, 0.5);
  const besideDeadRate = percentile(besideDead, 0.5);
  const bareAgainRate = await postBare();
  const bare = (bareRate + bareAgainRate) / 2;
  console.log('| what | deliveries/s | of the bare loop |\n| --- | --- | --- |');
  for (const [what, rate] of [
    ['bare POST loop', bare],
    ['1 endpoint', oneRate],
    [`${ENDPOINTS} endpoints`, manyRate],
    [`${living.length} healthy endpoints`, aloneRate],
    [`the same beside ${dead.length} dead ones`, besideDeadRate],
  ] as const) {
    console.log(`| ${what} | ${round(rate, 0)} | ${round((100 * rate) / bare)} % |`);
  }
  console.log(
    `\nDead endpoints change the rate of the others by ${round((besideDeadRate / aloneRate - 1) * 100)} %.`,
  );
  const latencyMs = await latencyAtSteadyRate();
  const shares = [0.5, 0.95, 0.99, 1].map((share) => round(percentile(latencyMs, share)));
  console.log(
    `Commit to receipt at ${STEADY_RATE}/s (${latencyMs.length} events), in ms: p50, p95, p99, most`,
    shares,
  );
} finally {
  receiver.stop();
  await cluster?.stop();
}

/** Requests a second of a loop that does nothing but post. */
async function postBare(): Promise<number> {
  await receiver.reset();
  const agent = new Agent();
  const origin = `http://127.0.0.1:${receiver.healthyPort}`;
  const body = JSON.stringify({ data: EVENT_DATA });
  let left = BARE_POSTS;
  const beganMs = performance.now();
  const loop = async () => {
    while (left-- > 0) {
      const answer = await agent.request({ origin, path: '/', method: 'POST', body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: BARE_CONCURRENCY }, loop));
  const seconds = (performance.now() - beganMs) / 1_000;
  await agent.close();
  return BARE_POSTS / seconds;
}

/** Deliveries a second to the healthy endpoints, from the first receipt to the last. */
async function drain(healthy: readonly string[], dead: readonly string[]): Promise<number> {
  const writer = await startDeliveryService(databaseUrl, false);
  await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
  const accountId = await writer.createEndpoints([...healthy, ...dead]);
  await writer.recordEvents(accountId, DELIVERIES / healthy.length);
  await writer.prisma.$executeRaw`ANALYZE`;
  await writer.close();
  await receiver.reset();
  const expected = Math.floor(DELIVERIES / healthy.length) * healthy.length;
  const service = await startDeliveryService(databaseUrl, true);
  try {
    const { firstAtMs, lastAtMs } = await received(expected);
    return expected / ((lastAtMs - firstAtMs) / 1_000);
  } finally {
    await service.close();
  }
}

async function received(expected: number) {
  const deadline = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    const report = await receiver.report();
    if (report.count >= expected) return report;
    if (performance.now() > deadline) throw new Error(`Only ${report.count} of ${expected} deliveries came.`);
    await sleep(50);
  }
}

/** Milliseconds from the commit of each event to its receipt, events coming at a steady rate. */
async function latencyAtSteadyRate(): Promise<number[]> {
  const writer = await startDeliveryService(databaseUrl, false);
  await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
  await writer.close();
  const service = await startDeliveryService(databaseUrl, true);
  try {
    const accountId = await service.createEndpoints(urls(1, receiver.healthyPort));
    await receiver.reset();
    const committedAtMs = new Map<string, number>();
    const recordOne = async () => {
      const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
      const recorded = await service.prisma.$transaction((transaction) =>
        service.events.record(transaction, event),
      );
      committedAtMs.set(recorded.id, performance.timeOrigin + performance.now());
      service.events.announce(recorded);
    };
    const beganMs = performance.now();
    const pending: Promise<void>[] = [];
    for (let i = 0; i < STEADY_RATE * STEADY_SECONDS; i++) {
      await sleep(Math.max(0, beganMs + (i * 1_000) / STEADY_RATE - performance.now()));
      pending.push(recordOne());
    }
    await Promise.all(pending);
    const { receivedAtMs } = await received(committedAtMs.size);
    return [...committedAtMs].map(([id, atMs]) => (receivedAtMs[id] ?? Number.POSITIVE_INFINITY) - atMs);
  } finally {
    await service.close();
  }
}
