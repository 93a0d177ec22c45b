import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 3711 with AES_CM_128_HMAC_SHA1_80, the suite of SDES (RFC 4568, 6.2). */
const TAG_BYTES = 10;
const KEY_BYTES = 16;
const RTP_HEAD_BYTES = 12;
const CONTROL_HEAD_BYTES = 8;
const INDEX_BYTES = 4;
/** RFC 3711, 3.4: the index of an encrypted RTCP packet has its highest bit set. */
const ENCRYPTED = 0x8000_0000;
/** RFC 3711, 3.3.2: how far behind the newest a packet is still accepted, each once. */
const REPLAY_WINDOW = 64;

const MASTER_KEY_BYTES = 30;

interface SessionKeys {
  readonly key: Buffer;
  readonly auth: Buffer;
  readonly salt: Buffer;
}

/** One direction of one stream. Packets are authenticated before any other use, and replays are dropped. */
export class SrtpStream {
  private readonly audio: SessionKeys;
  private readonly control: SessionKeys;
  private rollover = 0;
  private highest: number | undefined;
  private readonly seen = new Set<number>();
  private controlIndex = 0;
  private highestControl = -1;

  /** @param master Master key and master salt, 30 bytes. */
  constructor(master: Buffer) {
    this.audio = { key: derive(master, 0, 16), auth: derive(master, 1, 20), salt: derive(master, 2, 14) };
    this.control = { key: derive(master, 3, 16), auth: derive(master, 4, 20), salt: derive(master, 5, 14) };
  }

  protect(packet: Buffer): Buffer {
    const sequence = packet.readUInt16BE(2);
    const rollover = this.rolloverOf(sequence);
    this.note(sequence, rollover);
    const index = { high: rollover, low: sequence };
    const sealed = crypt(this.audio, packet, headBytes(packet), packet.readUInt32BE(8), index);
    return Buffer.concat([sealed, tagOf(this.audio, sealed, rollover)]);
  }

  /** Undefined for forged, malformed or replayed packets. */
  unprotect(wire: Buffer): Buffer | undefined {
    if (wire.length < RTP_HEAD_BYTES + TAG_BYTES) return undefined;
    const packet = wire.subarray(0, -TAG_BYTES);
    const head = headBytes(packet);
    if (head > packet.length) return undefined;
    const sequence = packet.readUInt16BE(2);
    const rollover = this.rolloverOf(sequence);
    if (!timingSafeEqual(tagOf(this.audio, packet, rollover), wire.subarray(-TAG_BYTES))) return undefined;
    if (this.isRepeated(sequence, rollover)) return undefined;
    this.note(sequence, rollover);
    return crypt(this.audio, packet, head, packet.readUInt32BE(8), { high: rollover, low: sequence });
  }

  protectControl(packet: Buffer): Buffer {
    this.controlIndex = (this.controlIndex + 1) & 0x7fff_ffff;
    const index = splitControlIndex(this.controlIndex);
    const sealed = crypt(this.control, packet, CONTROL_HEAD_BYTES, packet.readUInt32BE(4), index);
    const trailer = Buffer.alloc(INDEX_BYTES);
    trailer.writeUInt32BE((this.controlIndex | ENCRYPTED) >>> 0);
    const whole = Buffer.concat([sealed, trailer]);
    return Buffer.concat([whole, tagOf(this.control, whole)]);
  }

  unprotectControl(wire: Buffer): Buffer | undefined {
    if (wire.length < CONTROL_HEAD_BYTES + INDEX_BYTES + TAG_BYTES) return undefined;
    const whole = wire.subarray(0, -TAG_BYTES);
    if (!timingSafeEqual(tagOf(this.control, whole), wire.subarray(-TAG_BYTES))) return undefined;
    const trailer = whole.readUInt32BE(whole.length - INDEX_BYTES);
    const index = trailer & 0x7fff_ffff;
    if (index <= this.highestControl) return undefined;
    this.highestControl = index;
    const packet = whole.subarray(0, -INDEX_BYTES);
    if (trailer < ENCRYPTED) return packet;
    return crypt(this.control, packet, CONTROL_HEAD_BYTES, packet.readUInt32BE(4), splitControlIndex(index));
  }

  /** The rollover counter for this packet (RFC 3711, 3.3.1). */
  private rolloverOf(sequence: number): number {
    const { highest, rollover } = this;
    if (highest === undefined) return rollover;
    if (highest < 0x8000) return sequence - highest > 0x8000 ? Math.max(0, rollover - 1) : rollover;
    return highest - 0x8000 > sequence ? rollover + 1 : rollover;
  }

  private note(sequence: number, rollover: number): void {
    const index = rollover * 0x1_0000 + sequence;
    this.seen.add(index);
    const newest = this.highest === undefined ? -1 : this.rollover * 0x1_0000 + this.highest;
    if (index <= newest) return;
    this.rollover = rollover;
    this.highest = sequence;
    if (this.seen.size <= 2 * REPLAY_WINDOW) return;
    for (const old of this.seen) if (old <= index - REPLAY_WINDOW) this.seen.delete(old);
  }

  private isRepeated(sequence: number, rollover: number): boolean {
    if (this.highest === undefined) return false;
    const index = rollover * 0x1_0000 + sequence;
    return index <= this.rollover * 0x1_0000 + this.highest - REPLAY_WINDOW || this.seen.has(index);
  }
}

/** RFC 3711, 4.3.1, at a key derivation rate of 0. */
function derive(master: Buffer, label: number, bytes: number): Buffer {
  const iv = Buffer.alloc(16);
  master.copy(iv, 0, KEY_BYTES, MASTER_KEY_BYTES);
  iv[7] = (iv[7] ?? 0) ^ label;
  return createCipheriv('aes-128-ctr', master.subarray(0, KEY_BYTES), iv).update(Buffer.alloc(bytes));
}

/**
 * RFC 3711, 4.1.1: the salt, XORed with the SSRC at byte 4 and the packet index at byte 8. Encrypts and decrypts alike.
 */
function crypt(
  { key, salt }: SessionKeys,
  packet: Buffer,
  head: number,
  ssrc: number,
  index: { readonly high: number; readonly low: number },
): Buffer {
  const iv = Buffer.alloc(16);
  salt.copy(iv);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  iv.writeUInt32BE((iv.readUInt32BE(8) ^ index.high) >>> 0, 8);
  iv.writeUInt16BE(iv.readUInt16BE(12) ^ index.low, 12);
  const cipher = createCipheriv('aes-128-ctr', key, iv);
  return Buffer.concat([packet.subarray(0, head), cipher.update(packet.subarray(head))]);
}

/** For RTP the tag also covers the rollover counter, which is not transmitted (RFC 3711, 4.2). */
function tagOf({ auth }: SessionKeys, packet: Buffer, rollover?: number): Buffer {
  const mac = createHmac('sha1', auth).update(packet);
  if (rollover !== undefined) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(rollover >>> 0);
    mac.update(counter);
  }
  return mac.digest().subarray(0, TAG_BYTES);
}

const splitControlIndex = (index: number) => ({ high: index >>> 16, low: index & 0xffff });

function headBytes(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const head = RTP_HEAD_BYTES + 4 * (first & 0x0f);
  const hasExtension = (first & 0x10) !== 0;
  return hasExtension && packet.length >= head + 4 ? head + 4 + 4 * packet.readUInt16BE(head + 2) : head;
}
