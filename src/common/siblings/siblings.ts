import { Injectable } from '@nestjs/common';
import { type ProcessLoad, together } from './process-load.js';

/** What a process knows of the others of its instance. */
export interface SiblingNews {
  /** Where this process alone is asked; the other port is that of all. */
  readonly ownPort: number;
  /** All others together, as of at most a second ago; undefined where there are none at the moment. */
  others(): ProcessLoad | undefined;
  /** The metrics of all processes in Prometheus' text format. @throws Error where they don't come in time */
  metricsOfAll(): Promise<string>;
}

/** The other processes of this instance (INSTANCE_PROCESSES). There are none unless they were joined. */
@Injectable()
export class Siblings {
  private news: SiblingNews | undefined;

  /** From now on this process is one of several. */
  join(news: SiblingNews): void {
    this.news = news;
  }

  /** @param localPort At which the question came in. @returns What it asks about: this process, or all together. */
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
