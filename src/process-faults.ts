import { Logger } from '@nestjs/common';
import type { Metrics } from './common/metrics/index.js';

const KINDS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Handles uncaught errors. By default Node would end the process and all of its calls because of one faulty request.
 * Instead the error is logged and counted, and since the state is unknown afterwards, the process drains and is
 * replaced.
 */
export class ProcessFaults {
  readonly first: Promise<void>;
  private readonly listeners: readonly (readonly [(typeof KINDS)[number], (error: unknown) => void])[];

  private constructor(metrics: Metrics) {
    const logger = new Logger(ProcessFaults.name);
    const counter = metrics.counter(
      'earshot_unexpected_faults_total',
      'Uncaught errors. The process drains after the first one.',
      ['kind'],
    );
    for (const kind of KINDS) counter.inc({ kind }, 0);
    let tell: () => void;
    this.first = new Promise((resolve) => (tell = resolve));
    this.listeners = KINDS.map((kind) => [
      kind,
      (error) => {
        counter.inc({ kind });
        logger.fatal({ err: error, kind }, 'uncaught error: this process drains');
        tell();
      },
    ]);
    for (const [kind, listener] of this.listeners) process.on(kind, listener);
  }

  static watch(metrics: Metrics): ProcessFaults {
    return new ProcessFaults(metrics);
  }

  close(): void {
    for (const [kind, listener] of this.listeners) process.off(kind, listener);
  }
}
