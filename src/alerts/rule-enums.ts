/** Metrics of rules. Latencies are in milliseconds, the others are counts over the window. */
export const METRICS = [
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
] as const;
export type AlertMetric = (typeof METRICS)[number];

export const OPERATORS = ['>', '<', '>=', '<='] as const;
export type AlertOperator = (typeof OPERATORS)[number];

export const WINDOWS = ['5m', '10m', '60m'] as const;
export type WindowDuration = (typeof WINDOWS)[number];

export const WINDOW_MS: Readonly<Record<WindowDuration, number>> = {
  '5m': 5 * 60_000,
  '10m': 10 * 60_000,
  '60m': 60 * 60_000,
};
