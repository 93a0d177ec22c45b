import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from '../../common/metrics/index.js';
import type { ProcessLoad } from './process-load.js';
import type { WorkerStatus } from './worker-processes.js';
import type { NewsForProcess, ToPrimary } from './process-messages.js';

/** The primary's timeout plus a margin. */
const METRICS_WITHIN_MS = 2_500;
const LOOK_EVERY_MS = 100;
const TELL_AT_LEAST_EVERY_MS = 1_000;

/** Messages between a process and the instance's others, relayed by the parent. */
export class WorkerChannel implements WorkerStatus {
  private heard: ProcessLoad | undefined;
  private told: ProcessLoad | undefined;
  private toldAtMs = -Infinity;
  private lastId = 0;
  private readonly waiting = new Map<number, (metrics: readonly object[]) => void>();
  private readonly teller: NodeJS.Timeout;

  constructor(
    readonly ownPort: number,
    private readonly load: () => ProcessLoad,
    private readonly metrics: Metrics,
    private readonly tell: (message: ToPrimary) => void,
  ) {
    this.teller = setInterval(() => this.tellLoad(), LOOK_EVERY_MS);
  }

  others(): ProcessLoad | undefined {
    return this.heard;
  }

  async metricsOfAll(): Promise<string> {
    const id = ++this.lastId;
    const all = await new Promise<readonly object[]>((resolve, reject) => {
      const late = () => reject(new Error('The metrics of the other processes did not arrive in time.'));
      const timer = setTimeout(late, METRICS_WITHIN_MS);
      this.waiting.set(id, (metrics) => {
        clearTimeout(timer);
        resolve(metrics);
      });
      this.tell({ kind: 'metrics-wanted', id });
    }).finally(() => this.waiting.delete(id));
    // The label `process` distinguishes them, so nothing is summed.
    return await AggregatorRegistry.aggregate([...all]).metrics();
  }

  hear(message: NewsForProcess): void {
    switch (message.kind) {
      case 'others-load':
        this.heard = message.others;
        return;
      case 'metrics-asked':
        void this.metrics.registry
          .getMetricsAsJSON()
          .then((metrics) => this.tell({ kind: 'metrics', id: message.id, metrics }));
        return;
      case 'metrics-of-all':
        this.waiting.get(message.id)?.(message.metrics);
        return;
    }
  }

  tellLoad(): void {
    const { state, calls } = this.load();
    const nowMs = performance.now();
    const isKnown = this.told?.state === state && this.told.calls === calls;
    if (isKnown && nowMs - this.toldAtMs < TELL_AT_LEAST_EVERY_MS) return;
    this.told = { state, calls };
    this.toldAtMs = nowMs;
    this.tell({ kind: 'load', state, calls });
  }

  close(): void {
    clearInterval(this.teller);
  }
}
