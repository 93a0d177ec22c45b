import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { EARSHOT_VERSION } from '../assets/index.js';
import { AppConfig } from '../config/index.js';
import { NEVER_MS, tellEventLoopLag } from './event-loop-lag.js';

/** A registry per service, so that two services in one process (tests) don't share counts. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor(config: AppConfig) {
    this.registry.setDefaultLabels({ region: config.instance.region });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: NEVER_MS });
    tellEventLoopLag(this.registry);
    const buildInfo = { name: 'earshot_build_info', help: 'Always 1; `version` is that of Earshot.' };
    new Gauge({ ...buildInfo, labelNames: ['version'], registers: [this.registry] }).set(
      { version: EARSHOT_VERSION },
      1,
    );
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge computed when metrics are read. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, buckets: [...buckets], labelNames, registers: [this.registry] });
  }
}
