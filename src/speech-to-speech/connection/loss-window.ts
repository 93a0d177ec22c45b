/** Breaks within the window that are repaired; more of them mean that the server is unhealthy. */
const MAX_LOSSES = 3;
const WINDOW_MS = 60_000;

/** Counts recent connection losses; some services drop each connection every few minutes. */
export class LossWindow {
  private atMs: number[] = [];

  /** Records a loss. @returns Whether there were too many to reconnect. */
  lost(nowMs: number): boolean {
    this.atMs = [...this.atMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
    return this.atMs.length > MAX_LOSSES;
  }
}
