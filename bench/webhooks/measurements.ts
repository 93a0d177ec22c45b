import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { processorTimeMs } from '../support/processor-time.js';
import { sharedClockMs } from '../support/shared-clock.js';
import { percentile } from '../support/statistics.js';
import type { Checkout } from './checkout.js';
import { type DeliveryService, EVENT_DATA, startDeliveryService } from './delivery-service.js';
import type { ReceiverProcess } from './receiver-process.js';
import type { StatementCount } from './statement-count.js';

const BURST = 1_000;
const BARE_POSTS = 20_000;
const BARE_CONCURRENCY = 32;
const IDLE_EVENTS = 200;
const IDLE_GAP_MS = 25;
/** Events per second; each goes to all endpoints. */
const STEADY_RATE = 10;
const STEADY_SECONDS = 15;
const STEADY_ENDPOINTS = 20;
const DRAIN_TIMEOUT_MS = 180_000;
const MIB = 1_048_576;
/** Before the steady rate is measured, so that everything is loaded and planned. */
const WARM_UP_EVENTS = 50;

export type Figure = readonly [what: string, figure: number, unit: string];

export interface Surroundings {
  readonly checkout: Checkout;
  readonly databaseUrl: string;
  /** Undefined for an external database. */
  readonly databasePid: number | undefined;
  readonly receiver: ReceiverProcess;
  readonly counted: StatementCount;
  /** Size of a full queue. */
  readonly deliveries: number;
}

/** Each measures once, on its own outbox. */
export class Measurements {
  /** By name. `round` counts from 0: compared measurements alternate their order. */
  readonly all: Readonly<Record<string, (round: number) => Promise<Figure[]>>> = {
    bare: async () => [['bare POST loop', await this.postBare(), '/s']],
    'queue-1': () => this.fullQueue(1),
    'queue-20': () => this.fullQueue(20),
    'queue-1000': () => this.fullQueue(1_000),
    burst: async () => {
      const { recordedMs, deliveredMs, statements, commits } = await this.burst();
      return [
        [`${BURST} alerts, statements an alert`, statements / BURST, ''],
        [`${BURST} alerts, commits an alert`, commits / BURST, ''],
        [`${BURST} alerts, first recorded to last recorded`, recordedMs, 'ms'],
        [`${BURST} alerts, first recorded to last delivered`, deliveredMs, 'ms'],
        [`${BURST} alerts of one commit, recorded to last delivered`, await this.oneCommitMs(), 'ms'],
      ];
    },
    idle: async () => {
      const idleMs = await this.latenciesMs(this.healthy(1), IDLE_EVENTS, IDLE_GAP_MS);
      return [
        ['idle, recorded to received, p50', percentile(idleMs, 0.5), 'ms'],
        ['idle, recorded to received, p99', percentile(idleMs, 0.99), 'ms'],
      ];
    },
    hanging: async (round) => {
      const steady = [STEADY_RATE * STEADY_SECONDS, 1_000 / STEADY_RATE] as const;
      const alone = () => this.latenciesMs(this.healthy(STEADY_ENDPOINTS), ...steady);
      const beside = () =>
        this.latenciesMs([...this.healthy(STEADY_ENDPOINTS), ...this.hanging(1)], ...steady);
      const besideFirst = round % 2 === 1 ? await beside() : undefined;
      const aloneMs = await alone();
      const besideMs = besideFirst ?? (await beside());
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

  constructor(private readonly given: Surroundings) {}

  private healthy(count: number): string[] {
    return urls(count, this.given.receiver.healthyPort);
  }

  /** They accept requests and never answer. */
  private hanging(count: number): string[] {
    return urls(count, this.given.receiver.deadPort);
  }

  /** Requests per second of a loop that only posts. */
  private async postBare(): Promise<number> {
    await this.given.receiver.reset();
    const agent = new Agent();
    const origin = `http://127.0.0.1:${this.given.receiver.healthyPort}`;
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
   * How fast a full outbox is delivered after the engine's start, from the first receipt to the last, and at what cost.
   */
  private async fullQueue(endpoints: number): Promise<Figure[]> {
    const expected = Math.floor(this.given.deliveries / endpoints) * endpoints;
    await this.fillOutbox(this.healthy(endpoints), expected / endpoints);
    await this.given.receiver.reset();
    globalThis.gc?.();
    const idleBytes = process.memoryUsage.rss();
    const [before, used] = [{ ...this.given.counted }, this.processorTimes()];
    const service = await this.start(true);
    let peakBytes = 0;
    const { firstAtMs, lastAtMs } = await this.received(expected, () => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    });
    const usedAfter = this.processorTimes();
    await service.close();
    const what = `full queue, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`;
    const each = (total: number) => total / expected;
    return [
      [what, expected / ((lastAtMs - firstAtMs) / 1_000), '/s'],
      [`${what}: statements a delivery`, each(this.given.counted.statements - before.statements), ''],
      [`${what}: commits a delivery`, each(this.given.counted.commits - before.commits), ''],
      [`${what}: memory above idle at the peak`, (peakBytes - idleBytes) / MIB, 'MiB'],
      ...usedAfter.map(([who, ms], i): Figure => [
        `${what}: processor time a delivery, ${who}`,
        each(1_000 * (ms - (used[i]?.[1] ?? 0))),
        'µs',
      ]),
    ];
  }

  private async fillOutbox(targets: readonly string[], events: number): Promise<void> {
    const writer = await this.start(false);
    await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
    const accountId = await writer.createEndpoints(targets);
    await writer.recordEvents(accountId, events);
    await writer.prisma.$executeRaw`ANALYZE`;
    await writer.close();
  }

  /** Since their start. The service delivers in this process. */
  private processorTimes(): [who: string, ms: number][] {
    const { user, system } = process.cpuUsage();
    const { databasePid, receiver } = this.given;
    return [
      ['service', (user + system) / 1_000],
      ...(databasePid === undefined
        ? []
        : [['PostgreSQL', processorTimeMs(databasePid)] as [string, number]]),
      ['receiver', processorTimeMs(receiver.pid)],
    ];
  }

  private async received(expected: number, look?: () => void) {
    const deadline = performance.now() + DRAIN_TIMEOUT_MS;
    for (;;) {
      look?.();
      const report = await this.given.receiver.report();
      if (report.count >= expected) return report;
      if (performance.now() > deadline)
        throw new Error(`Only ${report.count} of ${expected} deliveries came.`);
      await sleep(50);
    }
  }

  /** Starts the service on an empty outbox with endpoints at these addresses. */
  private async withEndpoints<T>(
    targets: readonly string[],
    work: (service: DeliveryService, accountId: string) => Promise<T>,
  ): Promise<T> {
    const writer = await this.start(false);
    await writer.prisma.$executeRaw`TRUNCATE webhook_endpoints, webhook_events CASCADE`;
    await writer.close();
    const service = await this.start(true);
    try {
      const accountId = await service.createEndpoints(targets);
      await this.given.receiver.reset();
      return await work(service, accountId);
    } finally {
      await service.close();
    }
  }

  /** Alerts recorded as fast as possible, 16 at a time. */
  private async burst() {
    return this.withEndpoints(this.healthy(1), async (service, accountId) => {
      const { counted } = this.given;
      const [before, beganMs] = [{ ...counted }, sharedClockMs()];
      let left = BURST;
      const loop = async () => {
        while (left-- > 0) await alert(service, accountId);
      };
      await Promise.all(Array.from({ length: 16 }, loop));
      const recordedMs = sharedClockMs() - beganMs;
      const deliveredMs = (await this.received(BURST)).lastAtMs - beganMs;
      const statements = counted.statements - before.statements;
      return { recordedMs, deliveredMs, statements, commits: counted.commits - before.commits };
    });
  }

  /** Alerts that become visible in one commit, so that only their delivery is measured. */
  private async oneCommitMs(): Promise<number> {
    return this.withEndpoints(this.healthy(1), async ({ prisma, events }, accountId) => {
      const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
      const recorded = await prisma.$transaction(async (transaction) => {
        const made = [];
        for (let i = 0; i < BURST; i++) made.push(await events.record(transaction, event));
        return made;
      });
      const committedAtMs = sharedClockMs();
      for (const each of recorded) events.announce(each);
      return (await this.received(BURST)).lastAtMs - committedAtMs;
    });
  }

  /** Milliseconds from the commit of each event to its receipt by each answering endpoint, at a steady rate. */
  private async latenciesMs(targets: readonly string[], count: number, gapMs: number): Promise<number[]> {
    return this.withEndpoints(targets, async (service, accountId) => {
      const living = targets.filter((url) => url.endsWith(`:${this.given.receiver.healthyPort}/`)).length;
      for (let i = 0; i < WARM_UP_EVENTS; i++) await alert(service, accountId);
      await this.received(WARM_UP_EVENTS * living);
      await this.given.receiver.reset();
      const beganMs = performance.now();
      const pending: ReturnType<typeof alert>[] = [];
      for (let i = 0; i < count; i++) {
        await sleep(Math.max(0, beganMs + i * gapMs - performance.now()));
        pending.push(alert(service, accountId));
      }
      const committed = await Promise.all(pending);
      await this.received(count * living);
      const receipts = await this.given.receiver.receipts();
      return committed.flatMap(({ id, committedAtMs }) =>
        (receipts[id] ?? []).map((receivedAtMs) => receivedAtMs - committedAtMs),
      );
    });
  }

  private start(delivers: boolean): Promise<DeliveryService> {
    return startDeliveryService(this.given.checkout, this.given.databaseUrl, delivers);
  }
}

async function alert(service: DeliveryService, accountId: string) {
  const recorded = await service.alert(accountId);
  const committedAtMs = sharedClockMs();
  service.events.announce(recorded);
  return { id: recorded.id, committedAtMs };
}

/** A separate URL for each: another loopback address, so another connection pool. */
function urls(count: number, port: number): string[] {
  return Array.from({ length: count }, (_, i) => `http://127.0.${1 + (i >> 8)}.${i & 255}:${port}/`);
}
