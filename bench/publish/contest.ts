import { processorTimeMs } from '../support/processor-time.js';
import { percentile, round } from '../support/statistics.js';

/**
 * Consumers of processor time. `client` is the bench itself, which for bare `pg` is everything besides the database.
 */
const WHO = ['client', 'service', 'database'] as const;
type ProcessorTimes = Readonly<Record<(typeof WHO)[number], number>>;

/** Processor time of each so far. */
export function processorTimes(servicePid: number, databasePid: number): ProcessorTimes {
  const { user, system } = process.cpuUsage();
  return {
    client: (user + system) / 1_000,
    service: processorTimeMs(servicePid),
    database: processorTimeMs(databasePid),
  };
}

export type Publish = (agentId: string) => Promise<void>;

/** One way to publish, with its results. */
export class Contestant {
  private readonly rates: number[] = [];
  private readonly timesMs: number[] = [];
  private readonly usedMs = { client: 0, service: 0, database: 0 };

  constructor(
    readonly name: string,
    private readonly publish: Publish,
  ) {}

  /** Number of publishes, including the warm-up. */
  published = 0;

  private get costOfOneMs(): number {
    return (this.usedMs.service + this.usedMs.database) / this.timesMs.length;
  }

  /** Publishes for this time with this concurrency, cycling through the agents. */
  async run(agentIds: readonly string[], concurrency: number, seconds: number): Promise<number[]> {
    const untilMs = performance.now() + seconds * 1_000;
    const timesMs: number[] = [];
    let next = 0;
    const worker = async () => {
      while (performance.now() < untilMs) {
        const agentId = agentIds[next++ % agentIds.length] ?? '';
        timesMs.push(await timed(() => this.publish(agentId)));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    this.published += timesMs.length;
    return timesMs;
  }

  /** One measured round. `usedMs` returns the processor time of each so far. */
  async round(
    agentIds: readonly string[],
    concurrency: number,
    seconds: number,
    usedMs: () => ProcessorTimes,
  ): Promise<void> {
    const before = usedMs();
    const beganMs = performance.now();
    const timesMs = await this.run(agentIds, concurrency, seconds);
    this.rates.push((timesMs.length / (performance.now() - beganMs)) * 1_000);
    const after = usedMs();
    for (const who of WHO) this.usedMs[who] += after[who] - before[who];
    for (const timeMs of timesMs) this.timesMs.push(timeMs);
  }

  /** Rate of the median round, p50 and p99 of all publishes, and processor time per publish in µs. */
  row(): string {
    const figures = [
      round(percentile(this.rates, 0.5), 0),
      round(percentile(this.timesMs, 0.5)),
      round(percentile(this.timesMs, 0.99)),
      ...WHO.map((who) => round((this.usedMs[who] / this.timesMs.length) * 1_000, 0)),
    ];
    return `| ${this.name} | ${figures.join(' | ')} |`;
  }

  /** Processor time per publish relative to another's, without the bench's own. */
  costRatioTo(other: Contestant): string {
    return String(round(this.costOfOneMs / other.costOfOneMs, 3));
  }

  /** Rate relative to another's, round by round, because the machine's load varies. */
  ratioTo(other: Contestant): string {
    const ratios = this.rates.map((rate, index) => rate / (other.rates[index] ?? Number.NaN));
    const rounds = ratios.map((ratio) => round(ratio, 2)).join(', ');
    return `${round(percentile(ratios, 0.5), 2)} (rounds: ${rounds})`;
  }
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}
