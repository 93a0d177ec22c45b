import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PhoneFleetReport, PhoneFleetRequest } from './phone-fleet.js';
import type { SetUp } from './phone-caller.js';

export type PhoneCounts = Extract<PhoneFleetReport, { kind: 'counts' }>;

/** The handle of the callers' process. */
export class PhoneFleet {
  private constructor(private readonly child: ChildProcess) {}

  static async start(
    ground: Omit<Extract<PhoneFleetRequest, { kind: 'ground' }>, 'kind'>,
  ): Promise<PhoneFleet> {
    const child = fork(fileURLToPath(new URL('./phone-fleet.js', import.meta.url)), {
      serialization: 'advanced',
    });
    const fleet = new PhoneFleet(child);
    await fleet.ask({ kind: 'ground', ...ground }, 'ready');
    return fleet;
  }

  /** Adds calls; resolves when each was answered or refused. */
  async call(calls: number, perSecond: number): Promise<readonly SetUp[]> {
    return (await this.ask({ kind: 'call', calls, perSecond }, 'called')).setUps;
  }

  /** Listens on these ports, when another program makes the calls. */
  async listen(ports: readonly number[]): Promise<void> {
    await this.ask({ kind: 'listen', ports }, 'listening');
  }

  /** Received packets and processor time of the callers since the last count. */
  count(): Promise<PhoneCounts> {
    return this.ask({ kind: 'count' }, 'counts');
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.send({ kind: 'stop' } satisfies PhoneFleetRequest);
    await exited;
  }

  private ask<K extends PhoneFleetReport['kind']>(
    request: PhoneFleetRequest,
    kind: K,
  ): Promise<Extract<PhoneFleetReport, { kind: K }>> {
    return new Promise((resolve) => {
      const take = (report: PhoneFleetReport) => {
        if (!isOf(report, kind)) return;
        this.child.off('message', take);
        resolve(report);
      };
      this.child.on('message', take);
      this.child.send(request);
    });
  }
}

const isOf = <K extends PhoneFleetReport['kind']>(
  report: PhoneFleetReport,
  kind: K,
): report is Extract<PhoneFleetReport, { kind: K }> => report.kind === kind;
