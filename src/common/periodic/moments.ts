import { forNobody } from '../fair-shares/index.js';

/**
 * Timers are aligned to a grid (monotonic time) so that they coincide: waking a sleeping process costs more than most
 * of its periodic work. Intervals of a second or more align to full seconds.
 */
const GRID_MS = 500;
const COARSE_GRID_MS = 1_000;
/** Timers may fire slightly early or late; work due within this time runs now rather than one step later. */
const SLACK_MS = 50;

interface Moment {
  readonly timer: NodeJS.Timeout;
  readonly runs: Set<() => void>;
}

const moments = new Map<number, Moment>();

/** Aligned start of work due at a time: with the others if its interval is long, and never much later. */
export function beginningMs(dueMs: number, everyMs: number): number {
  if (everyMs < GRID_MS) return dueMs;
  const gridMs = everyMs < COARSE_GRID_MS ? GRID_MS : COARSE_GRID_MS;
  return Math.floor((dueMs + SLACK_MS) / gridMs) * gridMs;
}

/** The effective interval for a requested one. */
export const keptIntervalMs = (everyMs: number): number => beginningMs(everyMs, everyMs);

/** Calls back once after the delay, unless the returned function is called before. Does not keep the process alive. */
export function runAfter(delayMs: number, everyMs: number, run: () => void): () => void {
  const nowMs = performance.now();
  const atMs = beginningMs(nowMs + delayMs, everyMs);
  if (atMs <= nowMs || everyMs < GRID_MS) {
    const timer = setTimeout(run, Math.max(0, Math.ceil(atMs - nowMs))).unref();
    return () => clearTimeout(timer);
  }
  const moment = moments.get(atMs) ?? addMoment(atMs, nowMs);
  // A separate entry each time, even if one function is scheduled twice.
  const entry = () => run();
  moment.runs.add(entry);
  return () => {
    if (!moment.runs.delete(entry) || moment.runs.size > 0) return;
    clearTimeout(moment.timer);
    moments.delete(atMs);
  };
}

/** Calls back at intervals until the returned function is called. Does not keep the process alive. Must not throw. */
export function runEvery(everyMs: number, run: () => void): () => void {
  const again = () => {
    cancel = runAfter(everyMs, everyMs, again);
    run();
  };
  let cancel = runAfter(everyMs, everyMs, again);
  return () => cancel();
}

function addMoment(atMs: number, nowMs: number): Moment {
  const moment: Moment = {
    // The first caller's context would be captured by the timer that all share.
    timer: forNobody(() => setTimeout(() => begin(atMs, moment), Math.ceil(atMs - nowMs)).unref()),
    runs: new Set(),
  };
  moments.set(atMs, moment);
  return moment;
}

function begin(atMs: number, moment: Moment): void {
  moments.delete(atMs);
  for (const run of [...moment.runs]) {
    // An earlier callback may have cancelled it.
    if (moment.runs.delete(run)) run();
  }
}
