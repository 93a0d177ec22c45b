import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { NEVER_MS, tellEventLoopLag } from './event-loop-lag.js';

const BLOCKED_MS = 800;

async function maxLagSeconds(registry: Registry): Promise<number> {
  const text = await registry.metrics();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]);
}

it('reports an event-loop stall once', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  tellEventLoopLag(registry);
  await sleep(300);
  const untilMs = performance.now() + BLOCKED_MS;
  while (performance.now() < untilMs);
  await sleep(300);
  // The previous measurement may have been 250 ms before the blocking began.
  expect(await maxLagSeconds(registry)).toBeGreaterThan((BLOCKED_MS - 260) / 1_000);
  // Another measurement may have followed.
  expect(await maxLagSeconds(registry)).toBeLessThan(BLOCKED_MS / 2 / 1_000);
});
