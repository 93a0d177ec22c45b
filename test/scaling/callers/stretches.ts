/** Pauses between words are shorter. */
const PAUSE_MS = 300;

export interface Stretch {
  readonly connection: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Joins the sound of each connection into stretches of talk. */
export class Stretches {
  private readonly open = new Map<number, Stretch>();

  constructor(private readonly tell: (stretch: Stretch) => void) {}

  /** Audible sound on the connection. */
  note(connection: number, nowMs: number): void {
    const current = this.open.get(connection);
    if (current && nowMs - current.toMs > PAUSE_MS) this.end(current);
    const fromMs = this.open.get(connection)?.fromMs ?? nowMs;
    this.open.set(connection, { connection, fromMs, toMs: nowMs });
  }

  /** Called periodically: closes finished stretches. */
  look(nowMs: number): void {
    for (const stretch of this.open.values()) if (nowMs - stretch.toMs > PAUSE_MS) this.end(stretch);
  }

  private end(stretch: Stretch): void {
    this.open.delete(stretch.connection);
    this.tell(stretch);
  }
}
