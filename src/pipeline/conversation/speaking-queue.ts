/** Does things one after the other in the background, in the order in which they were added. */
export class SpeakingQueue {
  #last: Promise<void> = Promise.resolve();
  #fail: (error: unknown) => void = () => undefined;
  readonly #failed = new Promise<never>((_resolve, reject) => (this.#fail = reject));

  constructor() {
    // Whoever only waits for `drained` learns of a failure there.
    this.#failed.catch(() => undefined);
  }

  /** A task that fails makes all later ones fail with the same error. */
  add(task: () => Promise<void>): void {
    this.#last = this.#last.then(task);
    this.#last.catch((error: unknown) => this.#fail(error));
  }

  /** Rejects as soon as a task has failed; never resolves. */
  failed(): Promise<never> {
    return this.#failed;
  }

  /** @throws What a task threw. */
  async drained(): Promise<void> {
    await this.#last;
  }
}
