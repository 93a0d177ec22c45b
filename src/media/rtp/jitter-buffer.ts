/**
 * Brings the caller's packets back into order and onto an even timeline. It holds no clock: each call of `next` asks for the
 * audio at the playout position, and time passes by being asked.
 *
 * The delay is what the first packet is given (`targetMs`). It grows by itself when packets come later than that, since the
 * position stands still while nothing is there to play, and shrinks again when more than the target has been waiting for a while.
 * The same two rules absorb the drift between the client's clock and ours.
 */

export interface BufferedPacket {
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly durationTicks: number;
  readonly payload: Uint8Array;
  /** The sender said that it will be silent (DTX). */
  readonly endsTalk: boolean;
}

/** What to play next, and how many clock ticks of it. */
export type Playout =
  | { readonly kind: 'packet'; readonly packet: BufferedPacket }
  /** The packet before this one was lost; this one may carry a copy. */
  | { readonly kind: 'recover'; readonly packet: BufferedPacket; readonly ticks: number }
  | { readonly kind: 'lost'; readonly ticks: number }
  /** Nothing came; `forTicks` is how long that has been so, this time included. */
  | { readonly kind: 'starved'; readonly ticks: number; readonly forTicks: number }
  /** The sender sent nothing because there was nothing to say. */
  | { readonly kind: 'quiet'; readonly ticks: number };

export type Insertion = 'accepted' | 'late' | 'duplicate' | 'restarted';

export interface JitterBufferOptions {
  readonly clockRateHz: number;
  readonly targetMs: number;
}

/** Two seconds of usual packets; beyond it the oldest go. */
const MAX_PACKETS = 100;
/** A jump beyond these is another stream, not a gap. */
const MAX_SEQUENCE_JUMP = 1_000;
const MAX_JUMP_SECONDS = 10;
const FRAME_MS = 20;
/** How long more than the target must have been waiting before the delay is shortened. */
const SHRINK_AFTER_FRAMES = 100;
const SHRINK_MARGIN_MS = 40;
/** So much too much is shortened even in the middle of speech. */
const SHRINK_ANYWAY_MS = 200;
/** Opus makes up audio in steps of 2.5 ms only. */
const STEPS_PER_SECOND = 400;

export class JitterBuffer {
  private readonly packets: BufferedPacket[] = [];
  private readonly frameTicks: number;
  private readonly stepTicks: number;
  private readonly targetTicks: number;
  private readonly ticksPerMs: number;

  private started = false;
  /** Timestamp of the next sample to play, unwrapped. */
  private position = 0;
  private lastSequence = 0;
  private newestSequence = 0;
  private newestTimestamp = 0;
  private talkEnded = false;
  private starvedTicks = 0;
  private leastExcessTicks = Infinity;
  private framesWatched = 0;

  constructor(options: JitterBufferOptions) {
    this.ticksPerMs = options.clockRateHz / 1_000;
    this.frameTicks = this.ticksPerMs * FRAME_MS;
    this.stepTicks = options.clockRateHz / STEPS_PER_SECOND;
    this.targetTicks = this.ticksPerMs * options.targetMs;
  }

  /** How much audio waits, holes included. */
  get depthMs(): number {
    const newest = this.packets.at(-1);
    return newest
      ? Math.max(0, newest.timestamp + newest.durationTicks - this.position) / this.ticksPerMs
      : 0;
  }

  get hasStarted(): boolean {
    return this.started;
  }

  insert(received: BufferedPacket): Insertion {
    if (!this.started) {
      this.restart(received);
      return 'accepted';
    }
    const packet = this.unwrap(received);
    if (this.isAnotherStream(packet)) {
      this.restart(received);
      return 'restarted';
    }
    if (packet.timestamp + packet.durationTicks <= this.position) return 'late';
    if (!this.place(packet)) return 'duplicate';
    if (packet.sequenceNumber > this.newestSequence) {
      this.newestSequence = packet.sequenceNumber;
      this.newestTimestamp = packet.timestamp;
    }
    if (this.packets.length > MAX_PACKETS) this.dropHead();
    return 'accepted';
  }

  /**
   * The audio at the playout position, which moves on by it.
   * @param canShorten what was played last was so quiet that leaving some out won't be heard.
   */
  next(canShorten: boolean): Playout {
    this.shrink(canShorten);
    while (this.packets[0] && this.packets[0].timestamp + this.packets[0].durationTicks <= this.position) {
      this.lastSequence = this.packets[0].sequenceNumber;
      this.packets.shift();
    }
    const head = this.packets[0];
    if (!head) return this.starve();
    if (this.starvedTicks > 0) {
      // Time went by while nothing was there: what would have been played then is over, what was only late is played now.
      this.position += Math.min(Math.max(0, head.timestamp - this.position), this.starvedTicks);
      this.starvedTicks = 0;
    }
    const gap = this.wholeSteps(head.timestamp - this.position);
    if (gap <= 0) return this.play(head);
    return this.fill(head, gap);
  }

  private play(head: BufferedPacket): Playout {
    this.packets.shift();
    this.position = head.timestamp + head.durationTicks;
    this.lastSequence = head.sequenceNumber;
    this.talkEnded = head.endsTalk;
    return { kind: 'packet', packet: head };
  }

  private fill(head: BufferedPacket, gap: number): Playout {
    const nothingLost = head.sequenceNumber === this.lastSequence + 1;
    if (nothingLost) {
      const ticks = Math.min(gap, this.frameTicks);
      this.position += ticks;
      return { kind: 'quiet', ticks };
    }
    if (gap <= head.durationTicks) {
      this.position = head.timestamp;
      return { kind: 'recover', packet: head, ticks: gap };
    }
    const ticks = Math.min(gap - head.durationTicks, this.frameTicks);
    this.position += ticks;
    return { kind: 'lost', ticks };
  }

  private starve(): Playout {
    this.starvedTicks += this.frameTicks;
    if (this.talkEnded) return { kind: 'quiet', ticks: this.frameTicks };
    return { kind: 'starved', ticks: this.frameTicks, forTicks: this.starvedTicks };
  }

  private restart(first: BufferedPacket): void {
    this.packets.length = 0;
    this.packets.push(first);
    this.started = true;
    this.position = first.timestamp - this.targetTicks;
    this.lastSequence = first.sequenceNumber - 1;
    this.newestSequence = first.sequenceNumber;
    this.newestTimestamp = first.timestamp;
    this.talkEnded = false;
    this.starvedTicks = 0;
    this.watchAnew();
  }

  /** Extends the 16-bit sequence number and the 32-bit timestamp by how far they are from the newest ones. */
  private unwrap(packet: BufferedPacket): BufferedPacket {
    const sequenceStep = ((packet.sequenceNumber - this.newestSequence) << 16) >> 16;
    const timestampStep = (packet.timestamp - this.newestTimestamp) | 0;
    return {
      ...packet,
      sequenceNumber: this.newestSequence + sequenceStep,
      timestamp: this.newestTimestamp + timestampStep,
    };
  }

  private isAnotherStream(packet: BufferedPacket): boolean {
    const reached = this.position + this.starvedTicks;
    return (
      Math.abs(packet.sequenceNumber - this.newestSequence) > MAX_SEQUENCE_JUMP ||
      Math.abs(packet.timestamp - reached) > MAX_JUMP_SECONDS * 1_000 * this.ticksPerMs
    );
  }

  /** Puts the packet in order; false when it is there already. Packets mostly come in order, so the search begins at the end. */
  private place(packet: BufferedPacket): boolean {
    let index = this.packets.length;
    for (; index > 0; index -= 1) {
      const before = this.packets[index - 1];
      if (!before || before.sequenceNumber < packet.sequenceNumber) break;
      if (before.sequenceNumber === packet.sequenceNumber) return false;
    }
    this.packets.splice(index, 0, packet);
    return true;
  }

  private dropHead(): void {
    const head = this.packets.shift();
    if (!head) return;
    this.position = Math.max(this.position, head.timestamp + head.durationTicks);
    this.lastSequence = head.sequenceNumber;
  }

  /** Shortens the delay by one packet when more than the target has been waiting for two seconds. */
  private shrink(canShorten: boolean): void {
    const excess = this.depthMs * this.ticksPerMs - this.targetTicks;
    this.leastExcessTicks = Math.min(this.leastExcessTicks, excess);
    this.framesWatched += 1;
    if (this.framesWatched < SHRINK_AFTER_FRAMES) return;
    const steadyMs = this.leastExcessTicks / this.ticksPerMs;
    if (steadyMs > SHRINK_ANYWAY_MS || (steadyMs > SHRINK_MARGIN_MS && canShorten)) {
      this.dropHead();
      this.leastExcessTicks -= this.frameTicks;
    } else if (steadyMs <= SHRINK_MARGIN_MS) {
      this.watchAnew();
    }
  }

  private watchAnew(): void {
    this.leastExcessTicks = Infinity;
    this.framesWatched = 0;
  }

  private wholeSteps(ticks: number): number {
    return Math.floor(ticks / this.stepTicks) * this.stepTicks;
  }
}
