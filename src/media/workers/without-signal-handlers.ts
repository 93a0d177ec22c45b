const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * mediasoup closes its workers on a signal, which would end every call at once. This process drains its calls first, so
 * the handlers that the action installs are removed. Only handlers installed before its first await count, so that no
 * foreign ones are removed.
 */
export function withoutSignalHandlers<T>(action: () => Promise<T>): Promise<T> {
  const before = SIGNALS.map((signal) => new Set<unknown>(process.listeners(signal)));
  const pending = action();
  for (const [index, signal] of SIGNALS.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.has(listener)) process.removeListener(signal, listener);
    }
  }
  return pending;
}
