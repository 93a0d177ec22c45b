import type { SampleRateHz } from '../media-session.js';
import { KeyReader } from '../rtp/key-reader.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import { KeyPresses } from './key-presses.js';
import { type KeyFrame, KeySender } from './key-sender.js';
import { ToneKeys } from './tone-keys.js';

/**
 * The keys of a phone call, both ways: as packets beside the audio (RFC 4733), by the call's signaling (INFO), and,
 * from a phone that has no such packets, as tones in its audio. A key that comes by several ways is one key.
 */
export class PhoneKeys {
  private readonly reader = new KeyReader();
  private readonly presses = new KeyPresses();
  private sender: KeySender | undefined;
  /** Set where the other side has no telephone-event. */
  private tones: ToneKeys | undefined;

  constructor(
    private readonly onKey: (key: string) => void,
    private readonly inputSampleRateHz: SampleRateHz,
  ) {}

  /** Undefined: keys can't be sent as packets, and none will come. */
  agree(format: KeyFormat | undefined): void {
    this.tones = format ? undefined : (this.tones ?? new ToneKeys(this.inputSampleRateHz));
    if (!format) return;
    this.sender ??= new KeySender(format.clockRateHz);
    this.sender.clockRateHz = format.clockRateHz;
  }

  takePacket(payload: Uint8Array, timestamp: number, ssrc: number): void {
    this.take('packet', this.reader.take(payload, timestamp, ssrc));
  }

  takeSignal(key: string): void {
    this.take('signal', key);
  }

  /** A frame of the caller's audio. */
  hear(samples: Int16Array): void {
    if (this.tones) this.take('tone', this.tones.take(samples));
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

  private take(way: 'packet' | 'signal' | 'tone', key: string | undefined): void {
    if (key !== undefined && this.presses.isNew(way, key, performance.now())) this.onKey(key);
  }
}
