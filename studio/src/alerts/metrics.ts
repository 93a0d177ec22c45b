import type { Schemas } from '../api/client.js';
import { formatNumber, inSeconds } from '../ui/words.js';

/** What alerts measure, in words. */
export const METRICS = {
  turn_latency_p50: 'Response time, median',
  turn_latency_p95: 'Response time, 95th percentile',
  api_errors: 'Errors of the API',
  function_errors: 'Errors of tools',
  call_crashes: 'Failed calls',
  call_volume: 'Calls',
} as const;

/** A value of a metric. */
export const inUnit = (metric: Schemas['AlertRule']['metric'], value: number) =>
  metric.startsWith('turn_latency') ? inSeconds(value) : formatNumber(value);
