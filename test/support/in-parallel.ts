/** Does something for each item, for a few of them at a time; fails with the first that fails. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  concurrency = 8,
): Promise<void> {
  const waiting = items.values();
  const takeTurns = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, takeTurns));
}
