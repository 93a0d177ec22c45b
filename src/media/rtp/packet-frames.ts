import type { PcmQueue } from './pcm-queue.js';

/** Maximum frames per packet: 60 ms, the most that browsers' jitter buffers are tested with. */
const MAX_PACKET_FRAMES = 3;

/** The samples of one packet. Frames after the first are sent ahead of time and kept until their time has come. */
export class PacketFrames {
  /** Views of one frame, two frames and so on, over the same samples. */
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
   * Takes samples from the queue, padded with silence to a whole frame.
   * @param maxFrames 1 to `MAX_PACKET_FRAMES`; frames after the first must be complete.
   * @param shape Applied to each frame.
   * @returns The number of samples taken from the queue.
   */
  fill(queue: PcmQueue, maxFrames: number, shape: (frame: Int16Array) => void): number {
    const whole = Math.floor(queue.length / this.frameLength);
    this.count = Math.max(1, Math.min(maxFrames, whole, MAX_PACKET_FRAMES));
    this.passed = 0;
    const moved = queue.shift(this.samples);
    for (let at = 0; at < this.count; at += 1) shape(this.frames[at] ?? this.samples);
    return moved;
  }

  /** Sets it to one frame of silence. */
  silence(): void {
    this.count = 1;
    this.passed = 1;
    this.samples.fill(0);
  }

  /** The packet's frame that is due now; undefined if there is none left. Valid until the packet changes. */
  pass(): Int16Array | undefined {
    return this.passed < this.count ? this.frames[this.passed++] : undefined;
  }
}
