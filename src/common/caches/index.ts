/**
 * Options of an LRUCache that holds `count` entries at most. Given as its `max`, the cache takes the memory for all of
 * them at once: megabytes and milliseconds at every start for what most never hold.
 */
export const atMost = (count: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: count,
  sizeCalculation: () => 1,
});
