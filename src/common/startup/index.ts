interface Closable {
  close(): Promise<void>;
}

/**
 * Resources opened during startup that would keep the process alive. Nest closes the providers of an existing
 * application; when startup fails half-way there is none, so this closes what is open or still opening.
 */
export class Startup {
  private readonly openings: Promise<Closable>[] = [];
  private failed = false;

  /** Tracks a resource that is being opened; returns the same promise. */
  track<T extends Closable>(opening: Promise<T>): Promise<T> {
    this.openings.push(opening);
    if (this.failed) void closeOnceOpen(opening);
    return opening;
  }

  /** Closes everything that was opened, and what opens later. */
  async undo(): Promise<void> {
    this.failed = true;
    await Promise.all(this.openings.map(closeOnceOpen));
  }
}

/** A failed resource needs no closing; its opener reports the error. */
async function closeOnceOpen(opening: Promise<Closable>): Promise<void> {
  const opened = await opening.catch(() => undefined);
  await opened?.close();
}
