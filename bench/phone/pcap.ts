/** Headers of a packet in a playable recording: Ethernet, IPv4, UDP and RTP. */
const ETHERNET_BYTES = 14;
const IP_BYTES = 20;
const UDP_BYTES = 8;
const RTP_BYTES = 12;
const FRAME_TICKS = 160;
const FRAME_MICROSECONDS = 20_000;

/** @returns A recording as tcpdump writes them (pcap 2.4), of a phone that sends these frames of PCMU, 20 ms each. */
export function pcapOf(frames: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(1, 20);
  return Buffer.concat([head, ...frames.flatMap((frame, index) => recorded(packetOf(frame, index), index))]);
}

function recorded(packet: Buffer, index: number): Buffer[] {
  const head = Buffer.alloc(16);
  const atMicroseconds = index * FRAME_MICROSECONDS;
  head.writeUInt32LE(Math.floor(atMicroseconds / 1_000_000), 0);
  head.writeUInt32LE(atMicroseconds % 1_000_000, 4);
  head.writeUInt32LE(packet.length, 8);
  head.writeUInt32LE(packet.length, 12);
  return [head, packet];
}

/** The playing program sets addresses, ports and checksums. */
function packetOf(frame: Uint8Array, index: number): Buffer {
  const packet = Buffer.alloc(ETHERNET_BYTES + IP_BYTES + UDP_BYTES + RTP_BYTES + frame.length);
  packet.writeUInt16BE(0x0800, 12);
  const ip = packet.subarray(ETHERNET_BYTES);
  ip.writeUInt8(0x45, 0);
  ip.writeUInt16BE(ip.length, 2);
  ip.writeUInt8(64, 8);
  ip.writeUInt8(17, 9);
  ip.set([127, 0, 0, 1, 127, 0, 0, 1], 12);
  const udp = ip.subarray(IP_BYTES);
  udp.writeUInt16BE(6_000, 0);
  udp.writeUInt16BE(6_000, 2);
  udp.writeUInt16BE(udp.length, 4);
  const rtp = udp.subarray(UDP_BYTES);
  rtp.writeUInt8(0x80, 0);
  rtp.writeUInt16BE(index & 0xffff, 2);
  rtp.writeUInt32BE((index * FRAME_TICKS) >>> 0, 4);
  rtp.writeUInt32BE(7, 8);
  rtp.set(frame, RTP_BYTES);
  return packet;
}
