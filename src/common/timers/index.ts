import { forNobody } from '../fair-shares/index.js';

/**
 * Timers are aligned to a grid (monotonic time) so that they coincide: waking a sleeping process costs more than most
 * of its periodic work. Intervals of a second or more align to full seconds.
 */
const GRID_MS = 500;
const COARSE_GRID_MS = 1_000;
/** Timers may fire slightly early or late; work due within this time runs now rather than one step later. */
const SLACK_MS = 50;

interface CoalescedTimer {
  readonly timer: NodeJS.Timeout;
  readonly runs: Set<() => void>;
}

const timers = new Map<number, CoalescedTimer>();

/** Aligned start of work due at a time: with the others if its interval is long, and never much later. */
export function alignedMs(dueMs: number, everyMs: number): number {
  if (everyMs < GRID_MS) return dueMs;
  const gridMs = everyMs < COARSE_GRID_MS ? GRID_MS : COARSE_GRID_MS;
  return Math.floor((dueMs + SLACK_MS) / gridMs) * gridMs;
}

/** The effective interval for a requested one. */
export const alignedIntervalMs = (everyMs: number): number => alignedMs(everyMs, everyMs);

/** Calls back once after the delay, unless the returned function is called before. Does not keep the process alive. */
export function runAfter(delayMs: number, everyMs: number, run: () => void): () => void {
  const nowMs = performance.now();
  const atMs = alignedMs(nowMs + delayMs, everyMs);
  if (atMs <= nowMs || everyMs < GRID_MS) {
    const timer = setTimeout(run, Math.max(0, Math.ceil(atMs - nowMs))).unref();
    return () => clearTimeout(timer);
  }
  const shared = timers.get(atMs) ?? addTimer(atMs, nowMs);
  // A separate entry each time, even if one function is scheduled twice.
  const entry = () => run();
  shared.runs.add(entry);
  return () => {
    if (!shared.runs.delete(entry) || shared.runs.size > 0) return;
    clearTimeout(shared.timer);
    timers.delete(atMs);
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

function addTimer(atMs: number, nowMs: number): CoalescedTimer {
  const shared: CoalescedTimer = {
    // The first caller's context would be captured by the timer that all share.
    timer: forNobody(() => setTimeout(() => begin(atMs, shared), Math.ceil(atMs - nowMs)).unref()),
    runs: new Set(),
  };
  timers.set(atMs, shared);
  return shared;
}

function begin(atMs: number, shared: CoalescedTimer): void {
  timers.delete(atMs);
  for (const run of [...shared.runs]) {
    // An earlier callback may have cancelled it.
    if (shared.runs.delete(run)) run();
  }
}
