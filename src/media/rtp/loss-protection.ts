/** What is protected stays so for this long after the last loss. */
const PROTECTED_MS = 60_000;

/** What a client has reported of the packets that it was sent, since the stream began. */
export interface LossReport {
  readonly packetsSent: number;
  readonly packetsLost: number;
}

/**
 * Whether a client's packets need copies of one another (in-band FEC), which take a third of their bits and of the work
 * to code them. As in libwebrtc, those who lose nothing get none; unlike there, that has to be known first.
 */
export class LossProtection {
  private last: LossReport | undefined;
  private untilMs = Infinity;
  private needed = true;

  /** @param fromPercent Loss that makes it needed; 0: it always is. */
  constructor(private readonly fromPercent: number) {}

  get isNeeded(): boolean {
    return this.needed;
  }

  /** Takes what was reported last; to be called some seconds after the last time. */
  note(report: LossReport, nowMs: number): void {
    if (this.fromPercent === 0) return;
    const sent = report.packetsSent - (this.last?.packetsSent ?? 0);
    const lost = report.packetsLost - (this.last?.packetsLost ?? 0);
    const isFirst = this.last === undefined;
    this.last = report;
    if (lost > 0 && lost * 100 >= sent * this.fromPercent) this.untilMs = nowMs + PROTECTED_MS;
    else if (isFirst) this.untilMs = nowMs;
    this.needed = nowMs < this.untilMs;
  }
}
