import { KeyReader } from '../rtp/key-reader.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import { type KeyFrame, KeySender } from './key-sender.js';

/** The keys of a phone call, both ways: as packets beside the audio (RFC 4733), or by the call's signaling (INFO). */
export class PhoneKeys {
  private readonly reader = new KeyReader();
  private sender: KeySender | undefined;
  /** Some phones report each key both ways. */
  private comeAsPackets = false;

  constructor(private readonly onKey: (key: string) => void) {}

  /** Undefined: keys can't be sent as packets. */
  agree(format: KeyFormat | undefined): void {
    if (format) this.sender ??= new KeySender(format.clockRateHz);
  }

  takePacket(payload: Uint8Array, timestamp: number, ssrc: number): void {
    const key = this.reader.take(payload, timestamp, ssrc);
    if (key === undefined) return;
    this.comeAsPackets = true;
    this.onKey(key);
  }

  takeSignal(key: string): void {
    if (!this.comeAsPackets) this.onKey(key);
  }

  /** Undefined where keys can't be sent as packets; else whether all were sent before the call ended. */
  press(keys: string): Promise<boolean> | undefined {
    return this.sender?.press(keys);
  }

  /** What the next 20 ms are for; undefined: for audio. */
  next(): KeyFrame | undefined {
    return this.sender?.next();
  }

  close(): void {
    this.sender?.close();
  }
}
