/** Calls listeners by event name. A listener that throws is reported to the host and does not affect others. */
export class Emitter<Events> {
  private readonly listeners = new Map<keyof Events, Set<(payload: never) => void>>();

  /** @returns removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known);
    known.add(listener);
    return () => known.delete(listener);
  }

  protected hasListeners(name: keyof Events): boolean {
    return (this.listeners.get(name)?.size ?? 0) > 0;
  }

  protected emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      try {
        listener(payload as never);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Like an uncaught error of a DOM listener: visible, but harmless to the call. */
function reportError(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
