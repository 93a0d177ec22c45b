/** npm passes a Ctrl-C on although the terminal has already sent it to all processes: both are one request. */
const SAME_WISH_MS = 750;

/** Distinguishes the first stop request from a repeated one. Pure: the time is passed in. */
export class StopRequests {
  /** @type {number | undefined} */
  #firstAtMs;

  get isStopping() {
    return this.#firstAtMs !== undefined;
  }

  /**
   * @param {number} nowMs
   * @returns {'stop' | 'force' | 'ignore'} what to do about a wish to stop that came just now
   */
  take(nowMs) {
    if (this.#firstAtMs === undefined) {
      this.#firstAtMs = nowMs;
      return 'stop';
    }
    return nowMs - this.#firstAtMs < SAME_WISH_MS ? 'ignore' : 'force';
  }
}

/**
 * Listens for stop requests: Ctrl-C, SIGTERM, a closed terminal, and the launcher's message or death if it started this
 * process.
 * @param {{ stop: (reason: string) => void, force: () => void }} actions
 * @returns {{ stopOnce: (reason: string) => void }} for what may come along with one of those: asks to stop, never to
 * force it
 */
export function listenForStopRequests({ stop, force }) {
  const requests = new StopRequests();
  const take = (/** @type {string} */ reason) => {
    const decision = requests.take(performance.now());
    if (decision === 'stop') stop(reason);
    if (decision === 'force') force();
  };
  const stopOnce = (/** @type {string} */ reason) => {
    if (!requests.isStopping) take(reason);
  };
  // A closed terminal may be signaled several times: by the system, by npm, by the shell.
  const heed = (/** @type {string} */ signal) => (signal === 'SIGHUP' ? stopOnce(signal) : take(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => heed(signal));
  if (process.connected) {
    process.on('message', (message) => {
      const { stop: signal } = /** @type {{ stop?: unknown }} */ (message ?? {});
      if (typeof signal === 'string') heed(signal);
    });
    process.on('disconnect', () => stopOnce('the launcher is gone'));
  }
  return { stopOnce };
}
