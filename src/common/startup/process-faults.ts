import { Logger } from '@nestjs/common';
import type { Metrics } from '../metrics/index.js';

const KINDS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * What to do about errors that nobody caught. Node would end the process and all of its calls at once; what one
 * request did wrong is no reason for that. They are logged and counted, and because nobody knows what state they
 * left behind, the process is to drain and be replaced.
 */
export class ProcessFaults {
  /** Resolves with the first fault. */
  readonly first: Promise<void>;
  private readonly listeners: readonly (readonly [(typeof KINDS)[number], (error: unknown) => void])[];

  private constructor(metrics: Metrics) {
    const logger = new Logger(ProcessFaults.name);
    const counter = metrics.counter(
      'earshot_unexpected_faults_total',
      'Errors that nobody caught. The process drains after the first one.',
      ['kind'],
    );
    for (const kind of KINDS) counter.inc({ kind }, 0);
    let tell: () => void;
    this.first = new Promise((resolve) => (tell = resolve));
    this.listeners = KINDS.map((kind) => [
      kind,
      (error) => {
        counter.inc({ kind });
        logger.fatal({ err: error, kind }, 'nobody caught an error; this process drains');
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
