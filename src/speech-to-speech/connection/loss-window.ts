/** Breaks that are healed within the window; more mean that the server is ill. */
const MAX_LOSSES = 3;
const WINDOW_MS = 60_000;

/** Counts how often a connection broke recently; some services break each connection every few minutes. */
export class LossWindow {
  private atMs: number[] = [];

  /** The connection broke. @returns Whether that was too often to reconnect. */
  lost(nowMs: number): boolean {
    this.atMs = [...this.atMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
    return this.atMs.length > MAX_LOSSES;
  }
}
