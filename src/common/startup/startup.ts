interface Closable {
  close(): Promise<void>;
}

/**
 * What the start of the service has opened that would keep the process alive. Nest closes the providers of an
 * application that exists; when the start fails half-way there is none, and what is open or still opening is closed
 * here.
 */
export class Startup {
  private readonly openings: Promise<Closable>[] = [];
  private failed = false;

  /** Remembers what is being opened; gives the same promise. */
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

/** What could not be opened has nothing to close; its error is told by whoever opened it. */
async function closeOnceOpen(opening: Promise<Closable>): Promise<void> {
  const opened = await opening.catch(() => undefined);
  await opened?.close();
}
