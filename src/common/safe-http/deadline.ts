/** An end in time that also comes early, when somebody gives up. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  /** Whether time ran out, as opposed to somebody having given up. */
  isOver = false;

  constructor(
    timeoutMs: number,
    private readonly givenUp: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.controller.abort();
    }, timeoutMs);
    if (givenUp?.aborted) this.controller.abort();
    else givenUp?.addEventListener('abort', this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Waits for the work no longer than until the end; what it still comes to after that is handed to `discard`. (undici listens to a
   * signal only once it has a connection, and a connection may take its time.)
   */
  async bound<T>(work: Promise<T>, discard: (late: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        reject(new Error('The deadline has passed.'));
        work.then(discard, () => undefined);
      };
      if (this.signal.aborted) return onAbort();
      this.signal.addEventListener('abort', onAbort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onAbort));
    });
  }

  /** To be called when the work is done. */
  clear(): void {
    clearTimeout(this.timer);
    this.givenUp?.removeEventListener('abort', this.abort);
  }

  private readonly abort = () => this.controller.abort();
}
