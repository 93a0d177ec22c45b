const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * mediasoup closes its workers by itself when this process gets a signal, which would end every call at once. This
 * process drains its calls first and closes the workers after, so the handlers that the action installs are taken
 * away again.
 *
 * Only what the action does before it first waits is looked at, so that nobody else's handler can be mistaken for
 * its own.
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
