export { Lazy } from './lazy.js';

/**
 * Options of an LRUCache with at most `count` entries. With `max`, the cache would preallocate all of them: megabytes
 * and milliseconds at every start, mostly unused.
 */
export const atMost = (count: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: count,
  sizeCalculation: () => 1,
});
