import ipaddr from 'ipaddr.js';
import { createHmac } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import { HEADER_BYTES, LENGTH_BYTES, MAGIC_COOKIE } from './stun.js';

const BINDING_SUCCESS = 0x0101;
const XOR_MAPPED_ADDRESS = 0x0020;
const MESSAGE_INTEGRITY = 0x0008;
const INTEGRITY_BYTES = 24;
const FINGERPRINT = 0x8028;
const FINGERPRINT_BYTES = 8;
const FINGERPRINT_XOR = 0x5354554e;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The party that a connection belongs to: ICE username fragment and password, which an ICE restart changes. */
export interface IceParty {
  readonly iceParameters: { readonly usernameFragment: string; readonly password: string };
}

/**
 * Forwards a media worker's TCP output (RFC 4571) and inserts the caller's real address into responses to connectivity
 * checks. The worker only sees the gate's loopback address, and Firefox rejects a call with a loopback address.
 */
export class MappedAddress extends Transform {
  private rest: Buffer = Buffer.alloc(0);
  /** The client may use its old password until an ICE restart is complete. */
  private readonly passwords: string[] = [];

  constructor(
    private readonly caller: Endpoint,
    private readonly party: IceParty,
  ) {
    super();
    this.passwords.push(party.iceParameters.password);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (bytes.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + bytes.readUInt16BE(0);
      if (bytes.length < end) break;
      this.push(this.changed(bytes.subarray(0, end)));
      bytes = bytes.subarray(end);
    }
    this.rest = bytes;
    callback();
  }

  private changed(framed: Buffer): Buffer {
    const packet = framed.subarray(LENGTH_BYTES);
    if (packet.length < HEADER_BYTES || packet.readUInt16BE(0) !== BINDING_SUCCESS) return framed;
    const { password: current } = this.party.iceParameters;
    if (!this.passwords.includes(current)) this.passwords.push(current);
    const password = this.passwords.find((one) => isSignedWith(packet, one));
    if (password === undefined) return framed;
    const answer = bindingSuccess(packet.subarray(8, HEADER_BYTES), this.caller, password);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(answer.length);
    return Buffer.concat([length, answer]);
  }
}

/** Whether MESSAGE-INTEGRITY was made with the password; a fingerprint may follow it. */
function isSignedWith(packet: Buffer, password: string): boolean {
  for (const at of [packet.length - INTEGRITY_BYTES - FINGERPRINT_BYTES, packet.length - INTEGRITY_BYTES]) {
    if (at < HEADER_BYTES || packet.readUInt16BE(at) !== MESSAGE_INTEGRITY) continue;
    const covered = Buffer.from(packet.subarray(0, at));
    covered.writeUInt16BE(at + INTEGRITY_BYTES - HEADER_BYTES, 2);
    const digest = createHmac('sha1', password).update(covered).digest();
    return digest.equals(packet.subarray(at + 4, at + INTEGRITY_BYTES));
  }
  return false;
}

/** RFC 8489, 6.3.1.1, for ICE (RFC 8445, 7.3.1.2). */
export function bindingSuccess(transactionId: Buffer, mapped: Endpoint, password: string): Buffer {
  const address = attribute(XOR_MAPPED_ADDRESS, xored(mapped, transactionId));
  // The length that each of the two covers includes the attribute itself (RFC 8489, 14.5 and 14.7).
  const header = (attributesBytes: number) => {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(BINDING_SUCCESS, 0);
    head.writeUInt16BE(attributesBytes, 2);
    head.writeUInt32BE(MAGIC_COOKIE, 4);
    return Buffer.concat([head, transactionId]);
  };
  const covered = Buffer.concat([header(address.length + INTEGRITY_BYTES), address]);
  const integrity = attribute(MESSAGE_INTEGRITY, createHmac('sha1', password).update(covered).digest());
  const allBytes = address.length + INTEGRITY_BYTES + FINGERPRINT_BYTES;
  const message = Buffer.concat([header(allBytes), address, integrity]);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(message) ^ FINGERPRINT_XOR) >>> 0);
  return Buffer.concat([message, attribute(FINGERPRINT, fingerprint)]);
}

/** Our values all fill whole words. */
function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** RFC 8489, 14.2. */
function xored({ address, port }: Endpoint, transactionId: Buffer): Buffer {
  // Unwraps IPv4 addresses from an IPv6 socket, as the client expects IPv4.
  const ip = ipaddr.process(address);
  const cookie = Buffer.alloc(4);
  cookie.writeUInt32BE(MAGIC_COOKIE);
  const mask = Buffer.concat([cookie, transactionId]);
  const head = Buffer.from([0, ip.kind() === 'ipv6' ? 2 : 1, 0, 0]);
  head.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  return Buffer.concat([head, Buffer.from(ip.toByteArray().map((byte, at) => byte ^ (mask[at] ?? 0)))]);
}
