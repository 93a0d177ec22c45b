import type { SampleRateHz } from '../media-session.js';
import { KeyReader } from '../rtp/key-reader.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import { KeyPresses } from './key-presses.js';
import { type KeyFrame, KeySender } from './key-sender.js';
import { ToneKeys } from './tone-keys.js';

/**
 * DTMF of a phone call in both directions: as RTP packets (RFC 4733), by signaling (INFO), and as in-band tones from
 * phones without telephone-event. A key that arrives by several ways counts once.
 */
export class PhoneKeys {
  private readonly reader = new KeyReader();
  private readonly presses = new KeyPresses();
  private sender: KeySender | undefined;
  /** Set if the peer lacks telephone-event. */
  private tones: ToneKeys | undefined;

  constructor(
    private readonly onKey: (key: string) => void,
    private readonly inputSampleRateHz: SampleRateHz,
  ) {}

  /** Undefined: no DTMF packets in either direction. */
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

  /** Checks a frame of caller audio for tones. */
  hear(samples: Int16Array): void {
    if (this.tones) this.take('tone', this.tones.take(samples));
  }

  /** Undefined if keys cannot be sent as packets; otherwise whether all were sent before the call ended. */
  press(keys: string): Promise<boolean> | undefined {
    return this.sender?.press(keys);
  }

  /** What the next 20 ms send; undefined for audio. */
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
