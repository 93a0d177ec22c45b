import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { deployMigrations } from '../scripts/lib/prisma/deploy-migrations.mjs';
import { startDurablePostgres } from './support/durable-postgres.js';
import { processorTimeMs } from './support/processor-time.js';
import { percentile, round } from './support/statistics.js';
import { type DeliveryService, EVENT_DATA, startDeliveryService } from './webhooks/delivery-service.js';
import { startReceiverProcess } from './webhooks/receiver-process.js';
import { countStatements } from './webhooks/statement-count.js';

/**
 * npm run bench:webhooks: how fast a full outbox is emptied, how long a burst of alerts and a single one take, what
 * that costs in memory, processor time, statements and commits, and whether a receiver that hangs slows the others
 * down. Beside it stands a bare loop of POSTs in the same run, which stores, signs and checks nothing: it says how busy
 * the machine was. `--only queue-20,burst` does some of it. Uses DATABASE_URL (an empty database) or a PostgreSQL of
 * its own that waits for its disk.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bare,queue-1,queue-20,queue-1000,burst,idle,hanging' },
    rounds: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '20000' },
  },
});
const [rounds = 3, deliveries = 20_000] = [values.rounds, values.deliveries].map(Number);
const BURST = 1_000;
const BARE_POSTS = 20_000;
const BARE_CONCURRENCY = 32;
const IDLE_EVENTS = 200;
const IDLE_GAP_MS = 25;
/** Events a second; each goes to all endpoints. */
const STEADY_RATE = 10;
const STEADY_SECONDS = 15;
const STEADY_ENDPOINTS = 20;
const DRAIN_TIMEOUT_MS = 180_000;
const MIB = 1_048_576;

type Figure = readonly [what: string, figure: number, unit: string];

const parts: Record<string, () => Promise<Figure[]>> = {
  bare: async () => [['bare POST loop', await postBare(), '/s']],
  'queue-1': () => fullQueue(1),
  'queue-20': () => fullQueue(20),
  'queue-1000': () => fullQueue(1_000),
  burst: async () => {
    const before = { ...counted };
    const { recordedMs, deliveredMs } = await burst();
    return [
      [`${BURST} alerts, statements an alert`, (counted.statements - before.statements) / BURST, ''],
      [`${BURST} alerts, commits an alert`, (counted.commits - before.commits) / BURST, ''],
      [`${BURST} alerts, first recorded to last recorded`, recordedMs, 'ms'],
      [`${BURST} alerts, first recorded to last delivered`, deliveredMs, 'ms'],
      [`${BURST} alerts of one commit, recorded to last delivered`, await oneCommitMs(), 'ms'],
    ];
  },
  idle: async () => {
    const idleMs = await latenciesMs(healthy(1), IDLE_EVENTS, IDLE_GAP_MS);
    return [
      ['idle, recorded to received, p50', percentile(idleMs, 0.5), 'ms'],
      ['idle, recorded to received, p99', percentile(idleMs, 0.99), 'ms'],
    ];
  },
  hanging: async () => {
    const steady = [STEADY_RATE * STEADY_SECONDS, 1_000 / STEADY_RATE] as const;
    const aloneMs = await latenciesMs(healthy(STEADY_ENDPOINTS), ...steady);
    const besideMs = await latenciesMs([...healthy(STEADY_ENDPOINTS), ...hanging(1)], ...steady);
    const what = `${STEADY_RATE} events/s to ${STEADY_ENDPOINTS} endpoints`;
    return [aloneMs, besideMs].flatMap((sampleMs, i) =>
      [0.5, 0.99].map((share): Figure => [
        `${what}${i === 0 ? '' : ' beside one that hangs'}, p${share * 100}`,
        percentile(sampleMs, share),
        'ms',
      ]),
    );
  },
};

const counted = countStatements();
const cluster = process.env.DATABASE_URL ? undefined : await startDurablePostgres();
const databaseUrl = process.env.DATABASE_URL ?? cluster?.url ?? '';
const receiver = await startReceiverProcess();

try {
  await deployMigrations(databaseUrl);
  const rows = new Map<string, { figures: number[]; unit: string }>();
  for (let i = 0; i < rounds; i++) {
    for (const name of values.only.split(',')) {
      for (const [what, figure, unit] of (await parts[name]?.()) ?? []) {
        const row = rows.get(what) ?? { figures: [], unit };
        row.figures.push(figure);
        rows.set(what, row);
      }
    }
  }
  console.log(`| what | median of ${rounds} | least | most |\n| --- | --- | --- | --- |`);
  for (const [what, { figures, unit }] of rows) {
    const [median, least, most] = [0.5, 0, 1].map(
      (share) => `${round(percentile(figures, share), 2)} ${unit}`,
    );
    console.log(`| ${what} | ${median} | ${least} | ${most} |`);
  }
} finally {
  receiver.stop();
  await cluster?.stop();
}

/** A URL of its own for each: another address of loopback, so another connection pool. */
function urls(count: number, port: number): string[] {
  return Array.from({ length: count }, (_, i) => `http://127.0.${1 + (i >> 8)}.${i & 255}:${port}/`);
}

function healthy(count: number): string[] {
  return urls(count, receiver.healthyPort);
}

/** They take requests and never answer. */
function hanging(count: number): string[] {
  return urls(count, receiver.deadPort);
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

/**
 * How fast what lay in the outbox when the engine started is delivered, from the first receipt to the last, and at what
 * cost.
 */
async function fullQueue(endpoints: number): Promise<Figure[]> {
  const expected = Math.floor(deliveries / endpoints) * endpoints;
  await fillOutbox(healthy(endpoints), expected / endpoints);
  await receiver.reset();
  globalThis.gc?.();
  const idleBytes = process.memoryUsage.rss();
  const [before, used] = [{ ...counted }, processorTimes()];
  const service = await startDeliveryService(databaseUrl, true);
  let peakBytes = 0;
  const { firstAtMs, lastAtMs } = await received(expected, () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  });
  const usedAfter = processorTimes();
  await service.close();
  const what = `full queue, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`;
  const each = (total: number) => total / expected;
  return [
    [what, expected / ((lastAtMs - firstAtMs) / 1_000), '/s'],
    [`${what}: statements a delivery`, each(counted.statements - before.statements), ''],
    [`${what}: commits a delivery`, each(counted.commits - before.commits), ''],
    [`${what}: memory above idle at the peak`, (peakBytes - idleBytes) / MIB, 'MiB'],
    ...usedAfter.map(([who, ms], i): Figure => [
      `${what}: processor time a delivery, ${who}`,
      each(1_000 * (ms - (used[i]?.[1] ?? 0))),
      'µs',
    ]),
  ];
}

async function fillOutbox(targets: readonly string[], events: number): Promise<void> {
  const writer = await startDeliveryService(databaseUrl, false);
  await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
  const accountId = await writer.createEndpoints(targets);
  await writer.recordEvents(accountId, events);
  await writer.prisma.$executeRaw`ANALYZE`;
  await writer.close();
}

/** Since each began. The service delivers in this process. */
function processorTimes(): [who: string, ms: number][] {
  const { user, system } = process.cpuUsage();
  return [
    ['service', (user + system) / 1_000],
    ['PostgreSQL', cluster ? processorTimeMs(cluster.pid) : Number.NaN],
    ['receiver', processorTimeMs(receiver.pid)],
  ];
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
async function burst(): Promise<{ recordedMs: number; deliveredMs: number }> {
  return withEndpoints(healthy(1), async (service, accountId) => {
    const nowMs = () => performance.timeOrigin + performance.now();
    const beganMs = nowMs();
    let left = BURST;
    const loop = async () => {
      while (left-- > 0) await record(service, accountId);
    };
    await Promise.all(Array.from({ length: 16 }, loop));
    const recordedMs = nowMs() - beganMs;
    return { recordedMs, deliveredMs: (await received(BURST)).lastAtMs - beganMs };
  });
}

/** Alerts that become visible all at once, so that nothing but their delivery is measured. */
async function oneCommitMs(): Promise<number> {
  return withEndpoints(healthy(1), async ({ prisma, events }, accountId) => {
    const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
    const recorded = await prisma.$transaction(async (transaction) => {
      const made = [];
      for (let i = 0; i < BURST; i++) made.push(await events.record(transaction, event));
      return made;
    });
    const committedAtMs = performance.timeOrigin + performance.now();
    for (const each of recorded) events.announce(each);
    return (await received(BURST)).lastAtMs - committedAtMs;
  });
}

/**
 * Milliseconds from the commit of each event to its receipt by each endpoint that answers, events coming at a steady
 * rate.
 */
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
    await received(count * living);
    const receipts = await receiver.receipts();
    return committed.flatMap(({ id, committedAtMs }) =>
      (receipts[id] ?? []).map((receivedAtMs) => receivedAtMs - committedAtMs),
    );
  });
}
