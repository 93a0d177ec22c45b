import { FRAME_MS } from '../codecs/codec.js';

/** Duration of a key and minimum silence after it (ETSI ES 201 235-2 requires 65 ms each). */
const PRESS_FRAMES = 6;
const PAUSE_FRAMES = 5;
/** RFC 4733, 2.5.1.4: the end of a key is sent three times. */
const END_PACKETS = 3;
const END_BIT = 0x80;
/** In dBm0 without sign (RFC 4733, 2.3.4): -10, the usual level of telephones. */
const VOLUME = 10;
const KEYS = '0123456789*#ABCD';

/** What one frame sends instead of audio. */
export interface KeyFrame {
  /** Absent in the pause after a key. */
  readonly packet:
    | {
        readonly payload: Uint8Array;
        /** Set on the first packet of a key. */
        readonly marker: boolean;
        /** Frames since the key began: all its packets carry the timestamp of its beginning. */
        readonly framesAgo: number;
      }
    | undefined;
}

interface Pressed {
  readonly keys: string;
  readonly done: (sent: boolean) => void;
}

/** Encodes keys as telephone-events (RFC 4733), one packet per 20 ms. Has no clock: call it once per frame. */
export class KeySender {
  private readonly waiting: Pressed[] = [];
  /** Index of the current key and its current frame. */
  private key = 0;
  private frame = 0;

  /** @param clockRateHz Of the negotiated format; a later offer may change it. */
  constructor(public clockRateHz: number) {}

  /** @returns Whether all keys were sent; false if the call ended first. */
  press(keys: string): Promise<boolean> {
    return new Promise((done) => this.waiting.push({ keys, done }));
  }

  /** What this frame sends; undefined while no key is pending. */
  next(): KeyFrame | undefined {
    const pressed = this.waiting[0];
    if (!pressed) return undefined;
    const code = KEYS.indexOf(pressed.keys[this.key] ?? '');
    const { frame } = this;
    this.frame += 1;
    if (this.frame === PRESS_FRAMES + PAUSE_FRAMES) this.finishKey(pressed);
    const isOver = frame >= PRESS_FRAMES - 1;
    if (code < 0 || frame >= PRESS_FRAMES - 1 + END_PACKETS) return { packet: undefined };
    return {
      packet: { payload: this.event(code, frame, isOver), marker: frame === 0, framesAgo: frame },
    };
  }

  /** The call ended: sends nothing more. */
  close(): void {
    for (const { done } of this.waiting.splice(0)) done(false);
  }

  private finishKey(pressed: Pressed): void {
    this.frame = 0;
    this.key += 1;
    if (this.key < pressed.keys.length) return;
    this.key = 0;
    this.waiting.shift();
    pressed.done(true);
  }

  private event(code: number, frame: number, isOver: boolean): Uint8Array {
    const frames = Math.min(frame + 1, PRESS_FRAMES);
    const duration = (frames * FRAME_MS * this.clockRateHz) / 1_000;
    return Uint8Array.of(code, (isOver ? END_BIT : 0) | VOLUME, duration >> 8, duration & 0xff);
  }
}
