import { forNobody } from '../fair-shares/index.js';

/**
 * Moments on a grid (monotonic time) are shared: each moment at which a sleeping process is woken costs more than most
 * of what it is woken for. What is run every second or less often shares full seconds.
 */
const GRID_MS = 500;
const COARSE_GRID_MS = 1_000;
/** A timer may come a little before or after its moment; what is due from there on is not due a whole step later. */
const SLACK_MS = 50;

interface Moment {
  readonly timer: NodeJS.Timeout;
  readonly runs: Set<() => void>;
}

const moments = new Map<number, Moment>();

/** When something begins that is due at a moment: with the others where its interval is long, and never much later. */
export function beginningMs(dueMs: number, everyMs: number): number {
  if (everyMs < GRID_MS) return dueMs;
  const gridMs = everyMs < COARSE_GRID_MS ? GRID_MS : COARSE_GRID_MS;
  return Math.floor((dueMs + SLACK_MS) / gridMs) * gridMs;
}

/** The interval that is kept where one of so many milliseconds was asked for. */
export const keptIntervalMs = (everyMs: number): number => beginningMs(everyMs, everyMs);

/**
 * Calls back once, when so many milliseconds have passed, unless what is returned is called before. Does not keep the
 * process alive.
 */
export function runAfter(delayMs: number, everyMs: number, run: () => void): () => void {
  const nowMs = performance.now();
  const atMs = beginningMs(nowMs + delayMs, everyMs);
  if (atMs <= nowMs || everyMs < GRID_MS) {
    const timer = setTimeout(run, Math.max(0, Math.ceil(atMs - nowMs))).unref();
    return () => clearTimeout(timer);
  }
  const moment = moments.get(atMs) ?? addMoment(atMs, nowMs);
  // Each has an entry of its own, also where one function is due twice.
  const entry = () => run();
  moment.runs.add(entry);
  return () => {
    if (!moment.runs.delete(entry) || moment.runs.size > 0) return;
    clearTimeout(moment.timer);
    moments.delete(atMs);
  };
}

/** Calls back at intervals until what is returned is called. Does not keep the process alive. Must not throw. */
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
    // Whoever comes first makes the timer, and all share it.
    timer: forNobody(() => setTimeout(() => begin(atMs, moment), Math.ceil(atMs - nowMs)).unref()),
    runs: new Set(),
  };
  moments.set(atMs, moment);
  return moment;
}

function begin(atMs: number, moment: Moment): void {
  moments.delete(atMs);
  for (const run of [...moment.runs]) {
    // It may have been taken back by one before it.
    if (moment.runs.delete(run)) run();
  }
}
