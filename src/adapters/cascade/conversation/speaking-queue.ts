/** How far synthesis may run ahead of what the caller hears: an interruption throws away no more than this. */
const MAX_AHEAD_MS = 10_000;

const LOOK_AGAIN_MS = 200;

/** Does things one after the other in the background, in the order in which they were added. */
export class SpeakingQueue {
  readonly #queuedMs: () => number;
  #last: Promise<void> = Promise.resolve();

  /** @param queuedMs Speech that waits to be heard. */
  constructor(queuedMs: () => number) {
    this.#queuedMs = queuedMs;
  }

  /** A task that fails makes all later ones fail with the same error. */
  add(task: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      while (this.#queuedMs() > MAX_AHEAD_MS)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await task();
    });
    this.#last.catch(() => undefined);
  }

  /** @throws What a task threw. */
  async drained(): Promise<void> {
    await this.#last;
  }
}
