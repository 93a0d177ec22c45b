/** The RTCP (RFC 3550, 6) needed for one audio stream each way: sender reports with one block, CNAME, BYE. */
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const BYE = 203;
const VERSION_BITS = 2 << 6;
const BLOCK_BYTES = 24;
/** Seconds from 1900 to 1970. */
const NTP_OFFSET_SECONDS = 2_208_988_800;
const CNAME_ITEM = 1;

export interface OwnReport {
  readonly ssrc: number;
  readonly cname: string;
  /** Wall clock, in milliseconds. */
  readonly nowMs: number;
  readonly rtpTimestamp: number;
  readonly packetsSent: number;
  readonly bytesSent: number;
  readonly about:
    | {
        readonly ssrc: number;
        readonly fractionLost: number;
        readonly lost: number;
        readonly highestSequence: number;
        readonly jitterTicks: number;
        /** Middle 32 bits of the NTP timestamp of the peer's last report, and the time since its arrival. */
        readonly lastReport: number;
        readonly sinceLastReportMs: number;
      }
    | undefined;
}

/** The peer's report about our stream. */
export interface PeerReport {
  /** Middle 32 bits of its NTP timestamp; 0 in a receiver report. */
  readonly ntpMiddle: number;
  readonly ours:
    { readonly lastReport: number; readonly delay: number; readonly fractionLost: number } | undefined;
  readonly bye: boolean;
}

export function writeReport(own: OwnReport): Buffer {
  const { about } = own;
  const report = Buffer.alloc(28 + (about ? BLOCK_BYTES : 0));
  head(report, about ? 1 : 0, SENDER_REPORT);
  report.writeUInt32BE(own.ssrc, 4);
  const [seconds, fraction] = ntpOf(own.nowMs);
  report.writeUInt32BE(seconds, 8);
  report.writeUInt32BE(fraction, 12);
  report.writeUInt32BE(own.rtpTimestamp >>> 0, 16);
  report.writeUInt32BE(own.packetsSent >>> 0, 20);
  report.writeUInt32BE(own.bytesSent >>> 0, 24);
  if (about) {
    report.writeUInt32BE(about.ssrc, 28);
    report.writeUInt32BE(((about.fractionLost << 24) | (about.lost & 0xff_ffff)) >>> 0, 32);
    report.writeUInt32BE(about.highestSequence, 36);
    report.writeUInt32BE(about.jitterTicks >>> 0, 40);
    report.writeUInt32BE(about.lastReport, 44);
    const delay = about.lastReport === 0 ? 0 : Math.round((about.sinceLastReportMs * 65_536) / 1_000);
    report.writeUInt32BE(delay >>> 0, 48);
  }
  return Buffer.concat([report, description(own)]);
}

export function writeBye(ssrc: number): Buffer {
  const bye = Buffer.alloc(8);
  head(bye, 1, BYE);
  bye.writeUInt32BE(ssrc, 4);
  return bye;
}

/** Parses a compound packet; undefined if it is not one. */
export function readReport(packet: Buffer, ownSsrc: number): PeerReport | undefined {
  let found: PeerReport | undefined;
  for (let at = 0; at + 8 <= packet.length;) {
    const first = packet.readUInt8(at);
    if (first >> 6 !== 2) return found;
    const type = packet.readUInt8(at + 1);
    const end = at + 4 * (packet.readUInt16BE(at + 2) + 1);
    if (end > packet.length) return found;
    const part = packet.subarray(at, end);
    if (type === SENDER_REPORT && part.length >= 28) {
      found = {
        ntpMiddle: part.readUInt32BE(10),
        ours: blockAbout(part, 28, first & 0x1f, ownSsrc),
        bye: false,
      };
    } else if (type === RECEIVER_REPORT) {
      found = { ntpMiddle: 0, ours: blockAbout(part, 8, first & 0x1f, ownSsrc), bye: false };
    } else if (type === BYE) {
      found = { ntpMiddle: 0, ours: undefined, ...found, bye: true };
    }
    at = end;
  }
  return found;
}

/** Whether a packet on a shared port is RTCP rather than RTP (RFC 5761, 4). */
export const isControl = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
};

/** The middle 32 bits of our NTP timestamp, as used in reports. */
export function ntpMiddleOf(nowMs: number): number {
  const [seconds, fraction] = ntpOf(nowMs);
  return (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0;
}

function blockAbout(part: Buffer, start: number, blocks: number, ssrc: number): PeerReport['ours'] {
  for (let index = 0; index < blocks; index += 1) {
    const at = start + index * BLOCK_BYTES;
    if (at + BLOCK_BYTES > part.length) return undefined;
    if (part.readUInt32BE(at) !== ssrc) continue;
    return {
      fractionLost: part.readUInt8(at + 4) / 256,
      lastReport: part.readUInt32BE(at + 16),
      delay: part.readUInt32BE(at + 20),
    };
  }
  return undefined;
}

function ntpOf(nowMs: number): [seconds: number, fraction: number] {
  const seconds = Math.floor(nowMs / 1_000);
  const fraction = Math.floor(((nowMs - seconds * 1_000) / 1_000) * 4_294_967_296);
  return [(seconds + NTP_OFFSET_SECONDS) >>> 0, fraction >>> 0];
}

function description({ ssrc, cname }: OwnReport): Buffer {
  const name = Buffer.from(cname, 'latin1');
  // The items end with a zero byte, padded to a whole word.
  const part = Buffer.alloc(8 + 4 * Math.ceil((2 + name.length + 1) / 4));
  head(part, 1, SOURCE_DESCRIPTION);
  part.writeUInt32BE(ssrc, 4);
  part[8] = CNAME_ITEM;
  part[9] = name.length;
  name.copy(part, 10);
  return part;
}

function head(part: Buffer, count: number, type: number): void {
  part[0] = VERSION_BITS | count;
  part[1] = type;
  part.writeUInt16BE(part.length / 4 - 1, 2);
}
