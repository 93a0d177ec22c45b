import ipaddr from 'ipaddr.js';
import type { TracedMessage } from './traced-message.js';

/** https://www.tcpdump.org/linktypes.html: packets begin with an IPv4 or IPv6 header. */
const LINKTYPE_RAW = 101;
const MAGIC = 0xa1b2c3d4;
const MAX_PACKET_BYTES = 65_535;
const UDP = 17;
const UDP_HEAD_BYTES = 8;
const HOPS = 64;

/**
 * Encodes messages as a pcap file for Wireshark and sngrep. Each message becomes one datagram, also if it came over
 * TCP.
 */
export function pcapOf(messages: readonly TracedMessage[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(MAX_PACKET_BYTES, 16);
  head.writeUInt32LE(LINKTYPE_RAW, 20);
  return Buffer.concat([head, ...messages.flatMap(recordOf)]);
}

function recordOf({ at, from, to, text }: TracedMessage): readonly Buffer[] {
  const packet = packetOf(from, to, Buffer.from(text));
  const head = Buffer.alloc(16);
  const atMs = at.getTime();
  head.writeUInt32LE(Math.floor(atMs / 1_000), 0);
  head.writeUInt32LE((atMs % 1_000) * 1_000, 4);
  head.writeUInt32LE(packet.length, 8);
  head.writeUInt32LE(packet.length, 12);
  return [head, packet];
}

type Place = TracedMessage['from'];

function packetOf(from: Place, to: Place, payload: Buffer): Buffer {
  const [source, target] = [addressBytes(from.address), addressBytes(to.address)];
  const udp = Buffer.alloc(UDP_HEAD_BYTES);
  udp.writeUInt16BE(from.port, 0);
  udp.writeUInt16BE(to.port, 2);
  udp.writeUInt16BE(UDP_HEAD_BYTES + payload.length, 4);
  if (source.length !== 4 || target.length !== 4) {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(6 * 2 ** 28, 0);
    head.writeUInt16BE(UDP_HEAD_BYTES + payload.length, 4);
    head.set([UDP, HOPS], 6);
    return Buffer.concat([head, wide(source), wide(target), udp, payload]);
  }
  const head = Buffer.alloc(12);
  head.set([0x45, 0]);
  head.writeUInt16BE(20 + UDP_HEAD_BYTES + payload.length, 2);
  head.set([HOPS, UDP], 8);
  const whole = Buffer.concat([head, source, target]);
  whole.writeUInt16BE(checksumOf(whole), 10);
  return Buffer.concat([whole, udp, payload]);
}

/** RFC 791, 3.1. */
function checksumOf(head: Buffer): number {
  let sum = 0;
  for (let at = 0; at < head.length; at += 2) sum += head.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

export const addressBytes = (address: string): Buffer =>
  Buffer.from(ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray() : [0, 0, 0, 0]);

const wide = (address: Buffer): Buffer =>
  address.length === 16 ? address : Buffer.concat([Buffer.from('00000000000000000000ffff', 'hex'), address]);
