/**
 * Options of an LRUCache with at most `count` entries. With `max`, the cache would preallocate all of them: megabytes
 * and milliseconds at every start, mostly unused.
 */
export const atMost = (count: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: count,
  sizeCalculation: () => 1,
});

/** A value that is created at the first `get`. After a failure the next `get` tries again. */
export class Lazy<T> {
  private making: Promise<T> | undefined;
  private value: T | undefined;

  constructor(private readonly make: () => Promise<T>) {}

  /** The value; undefined before the first successful `get`. */
  get made(): T | undefined {
    return this.value;
  }

  async get(): Promise<T> {
    this.making ??= this.make();
    try {
      return (this.value = await this.making);
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  }
}
