import type { PcmQueue } from './pcm-queue.js';

/** The longest packet, in frames: 60 ms, the most that browsers' jitter buffers are tried with. */
const MAX_PACKET_FRAMES = 3;

/** The samples of one packet. All frames but its first are sent before their time, and kept until it has come. */
export class PacketFrames {
  /** Of one frame, of two, and so on: the same samples. */
  private readonly packets: readonly Int16Array[];
  private readonly frames: readonly Int16Array[];
  private count = 1;
  private passed = 1;

  constructor(private readonly frameLength: number) {
    const samples = new Int16Array(frameLength * MAX_PACKET_FRAMES);
    const numbers = Array.from({ length: MAX_PACKET_FRAMES }, (_, number) => number);
    this.packets = numbers.map((last) => samples.subarray(0, (last + 1) * frameLength));
    this.frames = numbers.map((at) => samples.subarray(at * frameLength, (at + 1) * frameLength));
  }

  get samples(): Int16Array {
    return this.packets[this.count - 1] ?? new Int16Array();
  }

  /**
   * Takes what the queue holds, and silence where that is less than a frame.
   * @param maxFrames 1 to `MAX_PACKET_FRAMES`; only whole frames join the first one.
   * @param shape Applied to each frame.
   * @returns how many samples the queue gave.
   */
  fill(queue: PcmQueue, maxFrames: number, shape: (frame: Int16Array) => void): number {
    const whole = Math.floor(queue.length / this.frameLength);
    this.count = Math.max(1, Math.min(maxFrames, whole, MAX_PACKET_FRAMES));
    this.passed = 0;
    const moved = queue.shift(this.samples);
    for (let at = 0; at < this.count; at += 1) shape(this.frames[at] ?? this.samples);
    return moved;
  }

  /** Makes it one frame of silence. */
  silence(): void {
    this.count = 1;
    this.passed = 1;
    this.samples.fill(0);
  }

  /** The frame of the packet whose time has come; undefined where it holds no more. Good until the packet changes. */
  pass(): Int16Array | undefined {
    return this.passed < this.count ? this.frames[this.passed++] : undefined;
  }
}
