/** Reception quality of a stream (RFC 3550, 6.4.1 and A.8), for receiver reports and the record. */
export class Reception {
  received = 0;
  private baseSequence = 0;
  private highestSequence = 0;
  private cycles = 0;
  private jitterTicks = 0;
  private lastTransit: number | undefined;
  private atLastReport = { expected: 0, received: 0 };
  private earlier = { expected: 0, received: 0 };
  ssrc: number | undefined;

  constructor(private clockRateHz: number) {}

  get jitterMs(): number {
    return (this.jitterTicks * 1_000) / this.clockRateHz;
  }

  /** The stream continues in another codec. */
  useClock(clockRateHz: number): void {
    if (clockRateHz === this.clockRateHz) return;
    this.jitterTicks *= clockRateHz / this.clockRateHz;
    this.clockRateHz = clockRateHz;
    this.lastTransit = undefined;
  }

  get lost(): number {
    return Math.max(0, this.earlier.expected + this.expected - this.received);
  }

  take(packet: { ssrc: number; sequenceNumber: number; timestamp: number }, nowMs: number): void {
    if (packet.ssrc !== this.ssrc) this.restart(packet.ssrc, packet.sequenceNumber);
    this.received += 1;
    const step = (packet.sequenceNumber - this.highestSequence) & 0xffff;
    if (step < 0x8000) {
      if (packet.sequenceNumber < this.highestSequence) this.cycles += 0x1_0000;
      this.highestSequence = packet.sequenceNumber;
    }
    const transit = (nowMs * this.clockRateHz) / 1_000 - packet.timestamp;
    if (this.lastTransit !== undefined) {
      const difference = Math.abs(transit - this.lastTransit);
      // Timestamps wrap, and some senders restart them with a talkspurt: a jump of seconds is not jitter.
      if (difference < this.clockRateHz) this.jitterTicks += (difference - this.jitterTicks) / 16;
    }
    this.lastTransit = transit;
  }

  /** A receiver report's block, covering the time since the previous one. */
  report(): { fractionLost: number; lost: number; highestSequence: number; jitterTicks: number } {
    const expected = this.earlier.expected + this.expected;
    const expectedNow = expected - this.atLastReport.expected;
    const lostNow = expectedNow - (this.received - this.atLastReport.received);
    this.atLastReport = { expected, received: this.received };
    const fraction =
      expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0;
    return {
      fractionLost: fraction,
      lost: Math.min(0x7f_ffff, this.lost),
      highestSequence: (this.cycles + this.highestSequence) >>> 0,
      jitterTicks: Math.round(this.jitterTicks),
    };
  }

  private get expected(): number {
    return this.ssrc === undefined ? 0 : this.cycles + this.highestSequence - this.baseSequence + 1;
  }

  /** A new source, for example after a transfer at the other end. The old one's expected packets stay counted. */
  private restart(ssrc: number, sequenceNumber: number): void {
    this.earlier = { expected: this.earlier.expected + this.expected, received: this.received };
    this.ssrc = ssrc;
    this.baseSequence = sequenceNumber;
    this.highestSequence = sequenceNumber;
    this.cycles = 0;
    this.lastTransit = undefined;
  }
}
