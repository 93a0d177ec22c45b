import { processorTimeMs } from '../support/processor-time.js';
import { percentile, round } from '../support/statistics.js';

/**
 * Who spends processor time in this bench. `client` is the bench itself, which for bare `pg` is all there is
 * besides the database.
 */
const WHO = ['client', 'service', 'database'] as const;
type ProcessorTimes = Readonly<Record<(typeof WHO)[number], number>>;

/** What everybody has used so far. */
export function processorTimes(servicePid: number, databasePid: number): ProcessorTimes {
  const { user, system } = process.cpuUsage();
  return {
    client: (user + system) / 1_000,
    service: processorTimeMs(servicePid),
    database: processorTimeMs(databasePid),
  };
}

export type Publish = (agentId: string) => Promise<void>;

/** One way to publish, and how it has done so far. */
export class Contestant {
  private readonly rates: number[] = [];
  private readonly timesMs: number[] = [];
  private readonly usedMs = { client: 0, service: 0, database: 0 };

  constructor(
    readonly name: string,
    private readonly publish: Publish,
  ) {}

  /** How many publishes were made, those of the warm-up included. */
  published = 0;

  private get costOfOneMs(): number {
    return (this.usedMs.service + this.usedMs.database) / this.timesMs.length;
  }

  /** Publishes for so long with so many at once, the agents in turns. */
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

  /** One round that counts. `usedMs` tells what everybody has used so far. */
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

  /** Rate of its median round, p50 and p99 of all publishes, and what one of them cost each in µs of processor time. */
  row(): string {
    const figures = [
      round(percentile(this.rates, 0.5), 0),
      round(percentile(this.timesMs, 0.5)),
      round(percentile(this.timesMs, 0.99)),
      ...WHO.map((who) => round((this.usedMs[who] / this.timesMs.length) * 1_000, 0)),
    ];
    return `| ${this.name} | ${figures.join(' | ')} |`;
  }

  /** How its processor time of a publish, but for the bench's own, compares with another's. */
  costRatioTo(other: Contestant): string {
    return String(round(this.costOfOneMs / other.costOfOneMs, 3));
  }

  /** How its rate compares with another's, round by round, because the machine is not equally busy all the time. */
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
