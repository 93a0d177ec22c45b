export interface HeardCounts {
  received: number;
  missing: number;
  readonly pacingMs: number[];
}

const HEADER_BYTES = 12;
const TICKS_A_MS = 8;
/** Payload type of PCMU (RFC 3551). */
const PCMU = 0;
/** Packets further apart belong to different talk spurts: in between a keepalive comes every two seconds. */
const SAME_TALK_MS = 100;

/** What a phone receives: packets, gaps in their sequence numbers, and the pacing error of each. */
export class HeardStream {
  private last:
    | {
        readonly source: number;
        readonly sequence: number;
        readonly timestamp: number;
        readonly atMs: number;
        readonly isTalk: boolean;
      }
    | undefined;

  constructor(private readonly counts: HeardCounts) {}

  take(packet: Buffer): void {
    const { counts } = this;
    // RTCP for the previous caller's port may arrive here.
    if (packet.length <= HEADER_BYTES || (packet.readUInt8(1) & 0x7f) !== PCMU) return;
    const [sequence, timestamp, atMs] = [packet.readUInt16BE(2), packet.readUInt32BE(4), performance.now()];
    const source = packet.readUInt32BE(8);
    const last = this.last?.source === source ? this.last : undefined;
    const startsTalk = (packet.readUInt8(1) & 0x80) !== 0;
    counts.received += 1;
    let isTalk = false;
    if (last) {
      counts.missing += Math.max(0, ((sequence - last.sequence - 1) << 16) >> 16);
      const dueMs = ((timestamp - last.timestamp) >>> 0) / TICKS_A_MS;
      isTalk = dueMs < SAME_TALK_MS;
      // A phone restarts playout with each talk spurt, which the RTP marker bit signals (RFC 3550).
      if (!startsTalk && isTalk === last.isTalk) counts.pacingMs.push(Math.abs(atMs - last.atMs - dueMs));
    }
    this.last = { source, sequence, timestamp, atMs, isTalk: isTalk || startsTalk };
  }
}
