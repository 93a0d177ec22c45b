import type { Schemas } from '../api/client.js';
import { formatNumber, inSeconds } from '../ui/words.js';

/** What alerts measure, in words. */
export const METRICS = {
  turn_latency_p50: 'Typical response time',
  turn_latency_p95: 'Response time of the slowest 5%',
  api_errors: 'Provider errors',
  function_errors: 'Failed tool calls',
  call_crashes: 'Failed calls',
  call_volume: 'Calls',
} as const;

type Metric = Schemas['AlertRule']['metric'];

export const isTime = (metric: Metric): boolean => metric.startsWith('turn_latency');

/** A value of a metric. */
export const inUnit = (metric: Metric, value: number) =>
  isTime(metric) ? inSeconds(value) : formatNumber(value);
