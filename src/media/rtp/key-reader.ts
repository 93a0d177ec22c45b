/** RFC 4733, 2.3: event, flags and volume, duration. */
const EVENT_BYTES = 4;
const KEYS = '0123456789*#ABCD';

/** Reads keys out of telephone-event packets (RFC 4733): each key once, however often its packets are repeated. */
export class KeyReader {
  private last: number | undefined;
  private ssrc = 0;

  /**
   * The key that begins with this packet; undefined for all further packets of the key. Any of a key's packets will do,
   * since they all carry the same timestamp.
   */
  take(payload: Uint8Array, timestamp: number, ssrc = 0): string | undefined {
    if (payload.length < EVENT_BYTES) return undefined;
    const key = KEYS[payload[0] ?? KEYS.length];
    if (key === undefined) return undefined;
    // Another stream has timestamps of its own.
    if (ssrc !== this.ssrc) this.last = undefined;
    this.ssrc = ssrc;
    // Late packets of an earlier key are no news; timestamps wrap.
    if (this.last !== undefined && ((timestamp - this.last) | 0) <= 0) return undefined;
    this.last = timestamp;
    return key;
  }
}
