import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';

/**
 * Passes on a provider's stream while it keeps its time: the first piece is due within the budget, and after that the
 * stream may not fall behind the playout of its pieces by more than the budget. This detects streams that stop and
 * streams that trickle.
 *
 * @param worthMs Playout time of a piece.
 * @throws AgentFault with PROVIDER_TIMEOUT
 */
export async function* withinTimeBudget<T>(
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
      // The consumer's time does not count against the provider.
      deadlineAtMs += performance.now() - handedOverAtMs;
    }
  } finally {
    // Not awaited: a provider that hangs may never return.
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
  // The loser of the race must not become an unhandled rejection.
  promise.catch(() => undefined);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
