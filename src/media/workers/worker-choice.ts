/**
 * @param shareUpTo So many sessions share a worker before another one gets any: each worker that has something to do is
 * woken and read by itself, which costs more than the packets of a few calls.
 * @returns The fullest worker that others may share, or else the one with the fewest; undefined where there is none.
 */
export function workerForNext<T extends { readonly load: number }>(
  workers: readonly T[],
  shareUpTo: number,
): T | undefined {
  const [first, ...others] = workers;
  if (!first) return undefined;
  return others.reduce(
    (best, worker) => (isBetter(worker.load, best.load, shareUpTo) ? worker : best),
    first,
  );
}

function isBetter(load: number, thanLoad: number, shareUpTo: number): boolean {
  const bothMayShare = load < shareUpTo && thanLoad < shareUpTo;
  return bothMayShare ? load > thanLoad : load < thanLoad;
}
