import { Injectable } from '@nestjs/common';
import { type ProcessLoad, together } from './process-load.js';

/** What a process knows of the instance's other processes. */
export interface SiblingNews {
  /** Port of this process alone; the other port is shared by all. */
  readonly ownPort: number;
  /** Combined load of the others, at most a second old; undefined while there are none. */
  others(): ProcessLoad | undefined;
  /** The metrics of all processes in Prometheus' text format. @throws Error after a timeout */
  metricsOfAll(): Promise<string>;
}

/** The other processes of this instance (INSTANCE_PROCESSES); none until `join`. */
@Injectable()
export class Siblings {
  private news: SiblingNews | undefined;

  /** Makes this process one of several. */
  join(news: SiblingNews): void {
    this.news = news;
  }

  /** @param localPort Port of the request. @returns The load of this process, or of all together, by that port. */
  loadAt(localPort: number | undefined, own: ProcessLoad): ProcessLoad {
    const others = this.isOfAll(localPort) ? this.news?.others() : undefined;
    return (others && together([own, others])) ?? own;
  }

  /** Metrics of this process, or of all: as `loadAt`. */
  async metricsAt(localPort: number | undefined, own: () => Promise<string>): Promise<string> {
    return this.news && this.isOfAll(localPort) ? await this.news.metricsOfAll() : await own();
  }

  private isOfAll(localPort: number | undefined): boolean {
    return this.news !== undefined && localPort !== this.news.ownPort;
  }
}
