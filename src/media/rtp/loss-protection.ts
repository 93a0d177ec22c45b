/** Protection continues this long after the last loss. */
const PROTECTED_MS = 60_000;

/** A client's cumulative report about received packets. */
export interface LossReport {
  readonly packetsSent: number;
  readonly packetsLost: number;
}

/**
 * Whether a client's packets need copies of their predecessors (in-band FEC), which cost a third of the bits and of the
 * coding work. As in libwebrtc, clients without loss get none; unlike there, protection stays on until the absence of
 * loss is known.
 */
export class LossProtection {
  private last: LossReport | undefined;
  private untilMs = Infinity;
  private needed = true;

  /** @param fromPercent Minimum loss for protection; 0 for always. */
  constructor(private readonly fromPercent: number) {}

  get isNeeded(): boolean {
    return this.needed;
  }

  /** Takes the latest report; call it every few seconds. */
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
