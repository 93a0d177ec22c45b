/** RTP's fixed header (RFC 3550, 5.1), as needed for audio over a DirectTransport. */

export const RTP_HEADER_BYTES = 12;
const VERSION = 2;

export interface RtpPacket {
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
}

/** Parses a packet; undefined if it is not RTP. The payload is a view into the packet. */
export function parseRtp(packet: Buffer): RtpPacket | undefined {
  if (packet.length < RTP_HEADER_BYTES) return undefined;
  const first = packet.readUInt8(0);
  const second = packet.readUInt8(1);
  if (first >> 6 !== VERSION) return undefined;
  let start = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  const hasExtension = (first & 0x10) !== 0;
  if (hasExtension) {
    if (start + 4 > packet.length) return undefined;
    start += 4 + 4 * packet.readUInt16BE(start + 2);
  }
  const hasPadding = (first & 0x20) !== 0;
  const end = packet.length - (hasPadding ? (packet[packet.length - 1] ?? 0) : 0);
  if (start > end) return undefined;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequenceNumber: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}

export interface RtpHeader {
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** First packet of a talkspurt (RFC 3551, 4.1). */
  readonly marker: boolean;
}

/** Writes the header to the start of `packet`; numbers wrap as RTP's do. */
export function writeRtpHeader(packet: Buffer, header: RtpHeader): void {
  packet[0] = VERSION << 6;
  packet[1] = (header.marker ? 0x80 : 0) | header.payloadType;
  packet.writeUInt16BE(header.sequenceNumber & 0xffff, 2);
  packet.writeUInt32BE(header.timestamp >>> 0, 4);
  packet.writeUInt32BE(header.ssrc, 8);
}
