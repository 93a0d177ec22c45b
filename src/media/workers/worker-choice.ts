/**
 * @param shareUpTo Sessions that share a worker before another one is used: each busy worker is woken and read
 * separately, which costs more than the packets of a few calls.
 * @returns The fullest worker below that limit, otherwise the one with the fewest sessions; undefined if there is none.
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
