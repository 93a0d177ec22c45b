import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Measuring interval. Each measurement wakes up the process. */
const RESOLUTION_MS = 250;
const NS_PER_SECOND = 1e9;
const RESOLUTION_NS = (RESOLUTION_MS / 1_000) * NS_PER_SECOND;

/** Practically disables prom-client's own measurement: the longest timer. */
export const NEVER_MS = 2 ** 31 - 1;

/**
 * Event loop lag since the metrics were last read, replacing prom-client's metrics of the same names, which include the
 * measuring interval.
 */
export function tellEventLoopLag(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const late = (ns: number) => Math.max(0, ns - RESOLUTION_NS);
  const figures: [name: string, ns: () => number][] = [
    ['min', () => late(delays.min)],
    ['max', () => late(delays.max)],
    ['mean', () => late(delays.mean)],
    ['stddev', () => delays.stddev],
    ['p50', () => late(delays.percentile(50))],
    ['p90', () => late(delays.percentile(90))],
    ['p99', () => late(delays.percentile(99))],
  ];
  figures.forEach(([figure, ns], index) => {
    const name = `nodejs_eventloop_lag_${figure}_seconds`;
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help: `How late the event loop was since the metrics were last read: ${figure}.`,
      registers: [registry],
      collect() {
        this.set(delays.count === 0 ? 0 : ns() / NS_PER_SECOND);
        // Metrics are read in this order.
        if (index === figures.length - 1) delays.reset();
      },
    });
  });
}
