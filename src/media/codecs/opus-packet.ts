/** Information from the first bytes of an Opus packet (RFC 6716, 3.1 and 3.2). */

const CLOCK_RATE_HZ = 48_000;
const MAX_PACKET_TICKS = (CLOCK_RATE_HZ * 120) / 1_000;
/** Configurations from here on are CELT only, which has no in-band error correction. */
const FIRST_CELT_CONFIG = 16;
/** A packet of at most this many bytes signals silence (RFC 6716, 2.1.9; RFC 7587, 3.1.3). */
const MAX_DTX_BYTES = 2;

/** Duration in 48 kHz ticks; 0 when the packet is malformed. */
export function opusPacketTicks(packet: Uint8Array): number {
  const toc = packet[0];
  if (toc === undefined) return 0;
  const frames = frameCount(toc, packet);
  const ticks = frames * frameTicks(toc);
  return ticks <= MAX_PACKET_TICKS ? ticks : 0;
}

/** Whether the sender has stopped sending for now. */
export function isOpusDtx(packet: Uint8Array): boolean {
  return packet.length > 0 && packet.length <= MAX_DTX_BYTES;
}

/**
 * Whether the packet carries a low-rate copy of the previous one. The flag follows the voice activity flags of the
 * first SILK frame, one per 20 ms (RFC 6716, 4.2.4). Only packets of one frame are checked, the only kind that browsers
 * send.
 */
export function carriesPreviousPacket(packet: Uint8Array): boolean {
  const [toc, firstByte] = packet;
  if (toc === undefined || firstByte === undefined) return false;
  const config = toc >> 3;
  if (config >= FIRST_CELT_CONFIG || (toc & 0x03) !== 0) return false;
  const silkFrames = Math.max(1, frameTicks(toc) / 960);
  return ((firstByte >> (7 - silkFrames)) & 1) === 1;
}

function frameCount(toc: number, packet: Uint8Array): number {
  const code = toc & 0x03;
  if (code === 0) return 1;
  if (code !== 3) return 2;
  return (packet[1] ?? 0) & 0x3f;
}

function frameTicks(toc: number): number {
  const config = toc >> 3;
  const size = config & 0x03;
  if (config >= FIRST_CELT_CONFIG) return 120 << size;
  if (config >= 12) return size & 1 ? 960 : 480;
  return size === 3 ? 2_880 : 480 << size;
}
