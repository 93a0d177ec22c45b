import { randomBytes } from 'node:crypto';

/** Packets of an attacker who can spoof the caller's address and has captured its packets, but has no keys. */

const OPUS_PAYLOAD_TYPE = 111;
const STUN_MAGIC_COOKIE = 0x2112_a442;
const BINDING_REQUEST = 0x0001;

/** Invalid media: replayed, truncated, with one bit flipped, or invented. */
export function hostileSrtp(index: number, heard: readonly Buffer[]): Buffer {
  const real = heard[index % heard.length] ?? Buffer.alloc(0);
  switch (index % 4) {
    case 0:
      return real;
    case 1:
      return real.subarray(0, index % Math.max(1, real.length));
    case 2: {
      const changed = Buffer.from(real);
      const at = index % changed.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << (index % 8));
      return changed;
    }
    default: {
      const forged = randomBytes(60 + (index % 1_200));
      forged[0] = 0x80;
      forged[1] = OPUS_PAYLOAD_TYPE;
      return forged;
    }
  }
}

/** A STUN binding request (RFC 8489, 5) with random attributes. */
export function hostileStun(): Buffer {
  const attributes = 64;
  const stun = randomBytes(20 + attributes);
  stun.writeUInt16BE(BINDING_REQUEST, 0);
  stun.writeUInt16BE(attributes, 2);
  stun.writeUInt32BE(STUN_MAGIC_COOKIE, 4);
  return stun;
}

/** Whether a packet is RTP or RTCP, and neither STUN nor DTLS (RFC 7983, 7). */
export function isMedia(packet: Buffer): boolean {
  const first = packet[0] ?? 0;
  return first >= 128 && first <= 191;
}
