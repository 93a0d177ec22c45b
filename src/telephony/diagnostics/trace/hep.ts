import { addressBytes } from './pcap.js';
import type { TracedMessage } from './traced-message.js';

/** The HEP/EEP protocol, version 3 (https://github.com/sipcapture/HEP, docs/HEP3NetworkProtocolSpecification). */
const CHUNK_HEAD_BYTES = 6;
const IPV4 = 2;
const IPV6 = 10;
const UDP = 17;
const TCP = 6;
const SIP = 1;

/**
 * Encodes a message for a collector such as Homer.
 * @param agent The capture agent's number, and the collector's password.
 */
export function hepPacketOf(
  { at, protocol, from, to, callId, text }: TracedMessage,
  agent: { readonly id: number; readonly key: string | undefined },
): Buffer {
  const [source, target] = [addressBytes(from.address), addressBytes(to.address)];
  const isWide = source.length === 16;
  const atMs = at.getTime();
  const body = Buffer.concat([
    chunk(0x01, number(isWide ? IPV6 : IPV4, 1)),
    chunk(0x02, number(protocol === 'UDP' ? UDP : TCP, 1)),
    chunk(isWide ? 0x05 : 0x03, source),
    chunk(isWide ? 0x06 : 0x04, target),
    chunk(0x07, number(from.port, 2)),
    chunk(0x08, number(to.port, 2)),
    chunk(0x09, number(Math.floor(atMs / 1_000), 4)),
    chunk(0x0a, number((atMs % 1_000) * 1_000, 4)),
    chunk(0x0b, number(SIP, 1)),
    chunk(0x0c, number(agent.id, 4)),
    ...(agent.key === undefined ? [] : [chunk(0x0e, Buffer.from(agent.key))]),
    chunk(0x0f, Buffer.from(text)),
    chunk(0x11, Buffer.from(callId)),
  ]);
  return Buffer.concat([Buffer.from('HEP3'), number(body.length + CHUNK_HEAD_BYTES, 2), body]);
}

/** Vendor 0 is the protocol's own. */
const chunk = (type: number, value: Buffer): Buffer =>
  Buffer.concat([number(0, 2), number(type, 2), number(value.length + CHUNK_HEAD_BYTES, 2), value]);

function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
