import { WINDOW_METRICS, type WindowMetric } from '../conversations/index.js';

/** Metrics of rules. Latencies are in milliseconds, the others are counts over the window. */
export const METRICS = WINDOW_METRICS;
export type AlertMetric = WindowMetric;

export const OPERATORS = ['>', '<', '>=', '<='] as const;
export type AlertOperator = (typeof OPERATORS)[number];

export const WINDOWS = ['5m', '10m', '60m'] as const;
export type WindowDuration = (typeof WINDOWS)[number];

export const WINDOW_MS: Readonly<Record<WindowDuration, number>> = {
  '5m': 5 * 60_000,
  '10m': 10 * 60_000,
  '60m': 60 * 60_000,
};
