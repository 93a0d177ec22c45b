import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { deployMigrations } from '../scripts/lib/prisma/deploy-migrations.mjs';
import { startDurablePostgres } from './support/durable-postgres.js';
import { percentile, round } from './support/statistics.js';
import { type DeliveryService, EVENT_DATA, startDeliveryService } from './webhooks/delivery-service.js';
import { startReceiverProcess } from './webhooks/receiver-process.js';

/**
 * npm run bench:webhooks: how fast a full outbox is emptied, how long a burst of alerts and a single one take, what that costs in
 * memory and commits, and whether a receiver that hangs slows the others down. Beside it stands a bare loop of POSTs in the same run,
 * which stores, signs and checks nothing: it says how busy the machine was. Uses DATABASE_URL (an empty database) or a PostgreSQL of
 * its own that waits for its disk.
 */
const DELIVERIES = 20_000;
const BURST = 1_000;
const BARE_POSTS = 20_000;
const BARE_CONCURRENCY = 32;
const IDLE_EVENTS = 200;
const IDLE_GAP_MS = 25;
/** Events a second; each goes to all endpoints. */
const STEADY_RATE = 10;
const STEADY_SECONDS = 10;
const MANY = 1_000;
const SOME = 20;
const ROUNDS = 3;
const DRAIN_TIMEOUT_MS = 180_000;
const MIB = 1_048_576;

const cluster = process.env.DATABASE_URL ? undefined : await startDurablePostgres();
const databaseUrl = process.env.DATABASE_URL ?? cluster?.url ?? '';
const receiver = await startReceiverProcess();

/** A URL of its own for each: another address of loopback, so another connection pool. */
const urls = (count: number, port: number) =>
  Array.from({ length: count }, (_, i) => `http://127.0.${1 + (i >> 8)}.${i & 255}:${port}/`);
const healthy = (count: number) => urls(count, receiver.healthyPort);
/** Answers nothing, at addresses that no healthy one has. */
const hanging = (count: number) => urls(count, receiver.deadPort);

try {
  await deployMigrations(databaseUrl);
  const rows: [string, number[], string][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const figures = await oneRound();
    for (const [index, [what, figure, unit]] of figures.entries())
      (rows[index] ??= [what, [], unit])[1].push(figure);
  }
  console.log(`| what | median of ${ROUNDS} | least | most |\n| --- | --- | --- | --- |`);
  for (const [what, figures, unit] of rows) {
    const [median, least, most] = [0.5, 0, 1].map(
      (share) => `${round(percentile(figures, share), 2)} ${unit}`,
    );
    console.log(`| ${what} | ${median} | ${least} | ${most} |`);
  }
} finally {
  receiver.stop();
  await cluster?.stop();
}

async function oneRound(): Promise<[string, number, string][]> {
  const one = await drain(healthy(1));
  const some = await drain(healthy(SOME));
  const many = await drain(healthy(MANY));
  const idleMs = await latenciesMs(healthy(1), IDLE_EVENTS, IDLE_GAP_MS);
  const steady = [STEADY_RATE * STEADY_SECONDS, 1_000 / STEADY_RATE] as const;
  const aloneMs = await latenciesMs(healthy(SOME), ...steady);
  const besideMs = await latenciesMs([...healthy(SOME), ...hanging(1)], ...steady);
  return [
    ['bare POST loop', await postBare(), '/s'],
    ['full queue, 1 endpoint', one.rate, '/s'],
    [`full queue, ${SOME} endpoints`, some.rate, '/s'],
    [`full queue, ${MANY} endpoints`, many.rate, '/s'],
    ['commits a delivery, 1 endpoint', one.commitsADelivery, ''],
    ['memory above idle at the peak, 1 endpoint', one.memoryMiB, 'MiB'],
    [`${BURST} alerts, first recorded to last delivered`, await burstMs(), 'ms'],
    ['idle, recorded to received, p50', percentile(idleMs, 0.5), 'ms'],
    ['idle, recorded to received, p99', percentile(idleMs, 0.99), 'ms'],
    [`${STEADY_RATE} events/s to ${SOME} endpoints, p99`, percentile(aloneMs, 0.99), 'ms'],
    ['the same beside one that hangs, p99', percentile(besideMs, 0.99), 'ms'],
  ];
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

/** From the first receipt to the last of what lay in the outbox when the engine started. */
async function drain(targets: readonly string[]) {
  const writer = await startDeliveryService(databaseUrl, false);
  await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
  const accountId = await writer.createEndpoints(targets);
  await writer.recordEvents(accountId, DELIVERIES / targets.length);
  await writer.prisma.$executeRaw`ANALYZE`;
  await writer.close();
  await receiver.reset();
  globalThis.gc?.();
  const idleBytes = process.memoryUsage.rss();
  const service = await startDeliveryService(databaseUrl, true);
  try {
    const commitsBefore = await commits(service);
    const expected = Math.floor(DELIVERIES / targets.length) * targets.length;
    let peakBytes = 0;
    const { firstAtMs, lastAtMs } = await received(expected, () => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    });
    const made = (await commits(service)) - commitsBefore;
    return {
      rate: expected / ((lastAtMs - firstAtMs) / 1_000),
      memoryMiB: (peakBytes - idleBytes) / MIB,
      commitsADelivery: made / expected,
    };
  } finally {
    await service.close();
  }
}

async function commits({ prisma }: DeliveryService): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`;
  return row?.count ?? Number.NaN;
}

async function received(expected: number, look?: () => void) {
  const deadline = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    look?.();
    const report = await receiver.report();
    if (report.count >= expected) return report;
    if (performance.now() > deadline) throw new Error(`Only ${report.count} of ${expected} deliveries came.`);
    await sleep(50);
  }
}

/** Starts the service on an empty outbox with endpoints at these addresses. */
async function withEndpoints<T>(
  targets: readonly string[],
  work: (service: DeliveryService, accountId: string) => Promise<T>,
): Promise<T> {
  const writer = await startDeliveryService(databaseUrl, false);
  await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
  await writer.close();
  const service = await startDeliveryService(databaseUrl, true);
  try {
    const accountId = await service.createEndpoints(targets);
    await receiver.reset();
    return await work(service, accountId);
  } finally {
    await service.close();
  }
}

async function record({ prisma, events }: DeliveryService, accountId: string) {
  const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
  const recorded = await prisma.$transaction((transaction) => events.record(transaction, event));
  const committedAtMs = performance.timeOrigin + performance.now();
  events.announce(recorded);
  return { id: recorded.id, committedAtMs };
}

/** Alerts that are recorded as fast as it goes, 16 at a time. */
async function burstMs(): Promise<number> {
  return withEndpoints(healthy(1), async (service, accountId) => {
    const beganMs = performance.timeOrigin + performance.now();
    let left = BURST;
    const loop = async () => {
      while (left-- > 0) await record(service, accountId);
    };
    await Promise.all(Array.from({ length: 16 }, loop));
    return (await received(BURST)).lastAtMs - beganMs;
  });
}

/** Milliseconds from the commit of each event to its first receipt, events coming at a steady rate. */
async function latenciesMs(targets: readonly string[], count: number, gapMs: number): Promise<number[]> {
  return withEndpoints(targets, async (service, accountId) => {
    const beganMs = performance.now();
    const pending: ReturnType<typeof record>[] = [];
    for (let i = 0; i < count; i++) {
      await sleep(Math.max(0, beganMs + i * gapMs - performance.now()));
      pending.push(record(service, accountId));
    }
    const committed = await Promise.all(pending);
    const living = targets.filter((url) => url.endsWith(`:${receiver.healthyPort}/`)).length;
    const { receivedAtMs } = await received(count * living);
    return committed.map(
      ({ id, committedAtMs }) => (receivedAtMs[id] ?? Number.POSITIVE_INFINITY) - committedAtMs,
    );
  });
}
