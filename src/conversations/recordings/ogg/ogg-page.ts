/** Ogg pages (RFC 3533, section 6). */

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
/** The polynomial of Ogg's checksum: CRC-32, neither reflected nor inverted (RFC 3533, section 6, field 7). */
const POLYNOMIAL = 0x04c11db7;

export interface OggPage {
  readonly serial: number;
  readonly sequence: number;
  /** For Opus: samples at 48 kHz up to the end of the page, pre-skip included (RFC 7845, section 4). */
  readonly granulePosition: number;
  readonly isFirst?: boolean;
  readonly isLast?: boolean;
  /** Whole packets that fit on one page (`fitsOnPage`). */
  readonly packets: readonly Uint8Array[];
}

/** How many of a page's 255 segments a packet takes. */
export const segmentsOf = (packet: Uint8Array): number => Math.floor(packet.length / SEGMENT_BYTES) + 1;

/** Whether a page that has `usedSegments` can take the packet too. */
export const fitsOnPage = (usedSegments: number, packet: Uint8Array): boolean =>
  usedSegments + segmentsOf(packet) <= MAX_SEGMENTS;

export function oggPage(page: OggPage): Uint8Array {
  const lacing = page.packets.flatMap(lacingValues);
  const bodyStart = HEADER_BYTES + lacing.length;
  const bytes = Buffer.alloc(bodyStart + page.packets.reduce((sum, packet) => sum + packet.length, 0));
  bytes.write('OggS', 0, 'latin1');
  bytes.writeUInt8((page.isFirst ? 0x02 : 0) | (page.isLast ? 0x04 : 0), 5);
  bytes.writeBigUInt64LE(BigInt(page.granulePosition), 6);
  bytes.writeUInt32LE(page.serial, 14);
  bytes.writeUInt32LE(page.sequence, 18);
  bytes.writeUInt8(lacing.length, 26);
  bytes.set(lacing, HEADER_BYTES);
  let at = bodyStart;
  for (const packet of page.packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  bytes.writeUInt32LE(oggChecksum(bytes), 22);
  return bytes;
}

/** The checksum of a page whose checksum field is zero. */
export function oggChecksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum = ((sum << 8) ^ (CHECKSUMS[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  }
  return sum;
}

/** Lacing: full segments, then a shorter one, which may be empty, ends the packet. */
function lacingValues(packet: Uint8Array): number[] {
  const full = segmentsOf(packet) - 1;
  return [...new Array<number>(full).fill(SEGMENT_BYTES), packet.length % SEGMENT_BYTES];
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ POLYNOMIAL : sum << 1;
  return sum >>> 0;
});
