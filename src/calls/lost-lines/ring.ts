/**
 * Whom an instance watches: those that follow it in a ring of all, so that each is watched by as many, however many
 * there are.
 * @param ids Of all instances that are there.
 */
export function watchedBy(ownId: string, ids: readonly string[], count: number): string[] {
  const ring = [...new Set([...ids, ownId])].sort();
  const own = ring.indexOf(ownId);
  const rest = [...ring.slice(own + 1), ...ring.slice(0, own)];
  return rest.slice(0, count);
}

/**
 * Who goes on with calls: each in turn, those with the most room first.
 * @param takers Who takes calls, with the room that each has.
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
