import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';

/**
 * Passes on what a provider streams, as long as it keeps its time: the first piece is due within the budget, and from
 * then on the stream may not fall behind what it is worth by more than the budget. So a stream that stops is detected,
 * and also one that drips.
 *
 * @param worthMs How long a piece keeps the caller busy.
 * @throws AgentFault with PROVIDER_TIMEOUT
 */
export async function* withinBudget<T>(
  source: AsyncIterable<T>,
  budgetMs: number,
  worthMs: (piece: T) => number,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let deadlineAtMs = performance.now() + budgetMs;
  let first = true;
  try {
    for (;;) {
      const next = await beforeDeadline(iterator.next(), deadlineAtMs - performance.now());
      if (next.done) return;
      if (first) deadlineAtMs = performance.now() + budgetMs;
      first = false;
      deadlineAtMs += worthMs(next.value);
      const handedOverAtMs = performance.now();
      yield next.value;
      // The consumer may take its time; that is not the provider's fault.
      deadlineAtMs += performance.now() - handedOverAtMs;
    }
  } finally {
    // A provider that hangs may never return, so its end is not awaited.
    iterator.return?.().catch(() => undefined);
  }
}

/** @throws AgentFault with PROVIDER_TIMEOUT */
export async function beforeDeadline<T>(promise: Promise<T>, leftMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new AgentFault(providerFault.timeout, 'The provider took too long', true)),
      Math.max(1, leftMs),
    );
  });
  // Whichever loses the race must not be an unhandled rejection.
  promise.catch(() => undefined);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
