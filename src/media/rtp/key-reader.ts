/** RFC 4733, 2.3: event, flags and volume, duration. */
const EVENT_BYTES = 4;
const KEYS = '0123456789*#ABCD';

/** Reads keys from telephone-event packets (RFC 4733), each key once, however often its packets are repeated. */
export class KeyReader {
  private last: number | undefined;
  private ssrc = 0;

  /**
   * The key that begins with this packet; undefined for its further packets. Any packet of a key works, since all carry
   * the same timestamp.
   */
  take(payload: Uint8Array, timestamp: number, ssrc = 0): string | undefined {
    if (payload.length < EVENT_BYTES) return undefined;
    const key = KEYS[payload[0] ?? KEYS.length];
    if (key === undefined) return undefined;
    // Another stream has its own timestamps.
    if (ssrc !== this.ssrc) this.last = undefined;
    this.ssrc = ssrc;
    // Ignore late packets of an earlier key; timestamps wrap.
    if (this.last !== undefined && ((timestamp - this.last) | 0) <= 0) return undefined;
    this.last = timestamp;
    return key;
  }
}
