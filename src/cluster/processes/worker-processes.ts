import { Injectable } from '@nestjs/common';
import { type ProcessLoad, combinedLoad } from './process-load.js';

/** What a process knows of the instance's other processes. */
export interface WorkerStatus {
  /** Port of this process alone; the other port is shared by all. */
  readonly ownPort: number;
  /** Combined load of the others, at most a second old; undefined while there are none. */
  others(): ProcessLoad | undefined;
  /** The metrics of all processes in Prometheus' text format. @throws Error after a timeout */
  metricsOfAll(): Promise<string>;
}

/** The other processes of this instance (INSTANCE_PROCESSES); none until `join`. */
@Injectable()
export class WorkerProcesses {
  private status: WorkerStatus | undefined;

  /** Makes this process one of several. */
  join(news: WorkerStatus): void {
    this.status = news;
  }

  /** @param localPort Port of the request. @returns The load of this process, or of all together, by that port. */
  loadAt(localPort: number | undefined, own: ProcessLoad): ProcessLoad {
    const others = this.isOfAll(localPort) ? this.status?.others() : undefined;
    return (others && combinedLoad([own, others])) ?? own;
  }

  /** Metrics of this process, or of all: as `loadAt`. */
  async metricsAt(localPort: number | undefined, own: () => Promise<string>): Promise<string> {
    return this.status && this.isOfAll(localPort) ? await this.status.metricsOfAll() : await own();
  }

  private isOfAll(localPort: number | undefined): boolean {
    return this.status !== undefined && localPort !== this.status.ownPort;
  }
}
