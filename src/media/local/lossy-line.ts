/** Probability that a loss follows another: bursts average two packets. */
const LOST_AGAIN = 0.5;

/** Drops packets in bursts, and the same ones on each line. */
export class LossyLine {
  private state = 0x9e3779b9;
  private isLosing = false;
  /** Probability that a burst begins, chosen so that `lossPercent` of all packets are lost. */
  private readonly beginsLosing: number;

  constructor(lossPercent: number) {
    const share = lossPercent / 100;
    this.beginsLosing = share >= 1 ? 1 : ((1 - LOST_AGAIN) * share) / (1 - share);
  }

  carry(packet: Buffer, arrived: (packet: Buffer) => void): void {
    this.isLosing = this.next() < (this.isLosing ? LOST_AGAIN : this.beginsLosing);
    if (!this.isLosing) arrived(packet);
  }

  /** From 0 to 1: xorshift32 (Marsaglia, 2003). */
  private next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 0x1_0000_0000;
  }
}
