/**
 * The instances that one instance watches: its successors in a ring of all, so that each has the same number of
 * watchers.
 * @param ids Of all live instances.
 */
export function watchedBy(ownId: string, ids: readonly string[], count: number): string[] {
  const ring = [...new Set([...ids, ownId])].sort();
  const own = ring.indexOf(ownId);
  const rest = [...ring.slice(own + 1), ...ring.slice(0, own)];
  return rest.slice(0, count);
}

/**
 * Distributes calls round-robin, starting with the instances with the most capacity.
 * @param takers Instances that accept calls, with their free capacity.
 */
export function sharedOut<Taker extends { readonly room: number }>(
  calls: readonly string[],
  takers: readonly Taker[],
): (readonly [call: string, taker: Taker])[] {
  const rooms = takers.map((taker) => ({ taker, left: taker.room }));
  return calls.flatMap((call) => {
    const most = rooms.reduce<(typeof rooms)[number] | undefined>(
      (best, one) => (one.left > (best?.left ?? 0) ? one : best),
      undefined,
    );
    if (!most) return [];
    most.left -= 1;
    return [[call, most.taker] as const];
  });
}
