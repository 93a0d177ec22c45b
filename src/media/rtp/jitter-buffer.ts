import { type BufferedPacket, PacketOrder } from './packet-order.js';

/**
 * Reorders the caller's packets and decides what to deliver. The receiver is a program that needs no even pace, so a
 * packet in sequence is delivered on arrival. Only a gap is awaited, until it is `waitMs` late; then it is concealed.
 * There is no clock: each `tick` advances one frame.
 *
 * If packets come later than that, the wait grows (`lead`) until the extra wait was unused for two seconds; this also
 * absorbs drift between the client's clock and ours. If audio was concealed although packets were only late, the
 * surplus is cut from the next pauses, so that the caller's timing is preserved.
 */

/** The next audio to deliver, and its length in clock ticks. */
export type Playout =
  | {
      readonly kind: 'packet';
      readonly packet: BufferedPacket;
      /** Skip this if it is a pause, because more was delivered than was sent. Report a skip to `leftOut`. */
      readonly isSpare: boolean;
    }
  /** The previous packet was lost; this one may carry a copy. */
  | { readonly kind: 'recover'; readonly packet: BufferedPacket; readonly ticks: number }
  | { readonly kind: 'lost'; readonly ticks: number }
  /** Nothing arrived; `forTicks` is the duration so far, including this time. */
  | { readonly kind: 'starved'; readonly ticks: number; readonly forTicks: number }
  /** The sender paused because there was nothing to send (DTX). */
  | { readonly kind: 'quiet'; readonly ticks: number };

export type Insertion = 'accepted' | 'late' | 'duplicate' | 'restarted';

export interface JitterBufferOptions {
  readonly clockRateHz: number;
  /** How late a packet may be before it is concealed. */
  readonly waitMs: number;
  /** The same while the sender pauses, when nothing is concealed; absent for the same value. */
  readonly pauseWaitMs?: number | undefined;
}

/** Two seconds of typical packets; beyond that the oldest are dropped. */
const MAX_PACKETS = 100;
/** A larger jump means another stream, not a gap. */
const MAX_SEQUENCE_JUMP = 1_000;
const MAX_JUMP_SECONDS = 10;
const FRAME_MS = 20;
/** Limit for clients that send faster than real time. */
const MAX_ALLOWANCE_MS = 2_000;
const ALLOWED_SHARE = 1.01;
/** Maximum extra wait on top of `waitMs`. */
const MAX_LEAD_MS = 200;
/** A lead unused for this long is dropped. */
const LEAD_MARGIN_MS = 40;
const FORGET_AFTER_FRAMES = 100;
/** Surplus beyond this is cut even from speech. */
const LEAVE_OUT_ANYWAY_MS = 1_000;
/** Opus conceals in steps of 2.5 ms only. */
const STEPS_PER_SECOND = 400;

export class JitterBuffer {
  private readonly packets = new PacketOrder();
  private readonly ticksPerMs: number;
  private readonly frameTicks: number;
  private readonly stepTicks: number;
  private readonly waitTicks: number;
  private readonly pauseWaitTicks: number;

  private started = false;
  /** Unwrapped timestamp of the next sample to deliver. */
  private position = 0;
  /** How far the position is ahead of elapsed time; negative while waiting for a packet. */
  private lead = 0;
  private leastLead = Infinity;
  private framesWatched = 0;
  /** How much may still be delivered. */
  private allowance = 0;
  private lastSequence = 0;
  private talkEnded = false;
  /** Concealed ticks since the last packet, during which the position stood still. */
  private starvedTicks = 0;
  /** How much was concealed that was not lost. */
  private surplus = 0;
  /** How far the position is behind elapsed time, compared with the earliest packet so far. */
  private behind = 0;

  constructor(options: JitterBufferOptions) {
    this.ticksPerMs = options.clockRateHz / 1_000;
    this.frameTicks = this.ticksPerMs * FRAME_MS;
    this.stepTicks = options.clockRateHz / STEPS_PER_SECOND;
    this.waitTicks = this.ticksPerMs * options.waitMs;
    this.pauseWaitTicks = this.ticksPerMs * (options.pauseWaitMs ?? options.waitMs);
  }

  /** Delivered position on the caller's clock, in milliseconds from an arbitrary start. */
  get reachedMs(): number {
    return (this.position + this.starvedTicks) / this.ticksPerMs;
  }

  /** Buffered audio, gaps included. */
  get depthMs(): number {
    const { last } = this.packets;
    return last ? Math.max(0, this.endOf(last) - this.position) / this.ticksPerMs : 0;
  }

  insert(received: BufferedPacket): Insertion {
    if (!this.started) {
      this.restart(received);
      return 'accepted';
    }
    const packet = this.packets.unwrap(received);
    if (this.isAnotherStream(received, packet)) {
      this.restart(received);
      return 'restarted';
    }
    if (this.endOf(packet) <= this.position) return 'late';
    if (!this.packets.place(packet)) return 'duplicate';
    const { first, length } = this.packets;
    if (first && length > MAX_PACKETS) this.pass(first);
    return 'accepted';
  }

  /** Advances by one frame. */
  tick(): void {
    if (!this.started) return;
    this.lead = Math.min(this.lead, MAX_LEAD_MS * this.ticksPerMs) - this.frameTicks;
    this.allowance = Math.min(
      this.allowance + this.frameTicks * ALLOWED_SHARE,
      MAX_ALLOWANCE_MS * this.ticksPerMs,
    );
    this.behind += this.frameTicks;
    this.leastLead = Math.min(this.leastLead, this.lead);
    this.framesWatched += 1;
    if (this.framesWatched < FORGET_AFTER_FRAMES) return;
    this.lead -= Math.max(0, this.leastLead - LEAD_MARGIN_MS * this.ticksPerMs);
    this.watchAnew();
  }

  /** The next audio; undefined if there is none and the gap may still be filled. */
  next(): Playout | undefined {
    if (!this.started) return undefined;
    const isOverdue = this.lead < -this.waitTicks;
    const head = this.headAfterLeavingOut();
    if (!head) return isOverdue || this.isPause ? this.starve() : undefined;
    const gap = this.wholeSteps(head.timestamp - this.position);
    if (gap <= 0) return this.allowance > 0 ? this.play(head) : undefined;
    if (this.followsPause(head)) return this.pause(gap);
    return isOverdue ? this.makeUp(head, gap) : undefined;
  }

  /** The last packet that was marked as spare was skipped. */
  leftOut({ durationTicks }: BufferedPacket): void {
    this.surplus -= durationTicks;
    this.allowance += durationTicks;
  }

  /**
   * How much to skip: the surplus that late packets have caught up with. A sender that stalled itself stays behind
   * (it continues where it stopped), so the concealment replaced nothing.
   */
  private get spareTicks(): number {
    const stalled = Math.max(0, this.behind - this.waitTicks);
    return Math.max(0, this.surplus - stalled);
  }

  /** The sender announced a pause, and its next packet would be here if it had resumed. */
  private get isPause(): boolean {
    return this.talkEnded && this.lead < -this.pauseWaitTicks;
  }

  /** The gap before it was never sent. */
  private followsPause({ timestamp, sequenceNumber }: BufferedPacket): boolean {
    return timestamp > this.position && sequenceNumber === this.lastSequence + 1;
  }

  private headAfterLeavingOut(): BufferedPacket | undefined {
    for (let head = this.packets.first; head; head = this.packets.first) {
      this.endStarvation(head);
      const left = this.endOf(head) - this.position;
      const isTooMuch = this.spareTicks > LEAVE_OUT_ANYWAY_MS * this.ticksPerMs;
      if (left > 0 && (!isTooMuch || this.followsPause(head))) return head;
      if (isTooMuch) this.surplus -= Math.max(head.durationTicks, Math.min(left, this.surplus));
      this.pass(head);
    }
    return undefined;
  }

  private play(packet: BufferedPacket): Playout {
    const isSpare = this.spareTicks >= packet.durationTicks;
    this.pass(packet);
    this.allowance -= packet.durationTicks;
    return { kind: 'packet', packet, isSpare };
  }

  /** Removes the head, delivered or not. */
  private pass(head: BufferedPacket): void {
    this.packets.removeFirst();
    this.advance(Math.max(0, this.endOf(head) - this.position));
    this.lastSequence = head.sequenceNumber;
    this.talkEnded = head.endsTalk;
  }

  /** A pause of the sender, without loss. */
  private pause(gap: number): Playout | undefined {
    const spare = this.wholeSteps(Math.min(gap, this.spareTicks));
    this.surplus -= spare;
    const ticks = Math.min(gap - spare, this.frameTicks);
    this.advance(spare + ticks);
    return ticks > 0 ? { kind: 'quiet', ticks } : this.next();
  }

  private makeUp(head: BufferedPacket, gap: number): Playout {
    if (gap <= head.durationTicks) {
      this.advance(head.timestamp - this.position);
      return { kind: 'recover', packet: head, ticks: gap };
    }
    const ticks = Math.min(gap - head.durationTicks, this.frameTicks);
    this.advance(ticks);
    return { kind: 'lost', ticks };
  }

  private advance(ticks: number): void {
    this.moveOn(ticks);
    this.lead += ticks;
  }

  private moveOn(ticks: number): void {
    this.position += ticks;
    this.behind = Math.max(0, this.behind - ticks);
  }

  /** The position stands still: the missing packet may be lost or only late. */
  private starve(): Playout {
    const ticks = this.frameTicks;
    this.lead += ticks;
    this.starvedTicks += ticks;
    return this.talkEnded
      ? { kind: 'quiet', ticks }
      : { kind: 'starved', ticks, forTicks: this.starvedTicks };
  }

  /** Settles the concealed time: lost packets are skipped, late ones are delivered now. */
  private endStarvation(head: BufferedPacket): void {
    const over = Math.min(Math.max(0, head.timestamp - this.position), this.starvedTicks);
    this.moveOn(over);
    this.surplus += this.starvedTicks - over;
    this.starvedTicks = 0;
  }

  private endOf({ timestamp, durationTicks }: BufferedPacket): number {
    return timestamp + durationTicks;
  }

  private restart(first: BufferedPacket): void {
    this.packets.restart(first);
    // A client gains nothing by jumping.
    if (!this.started) this.allowance = MAX_ALLOWANCE_MS * this.ticksPerMs;
    this.started = true;
    this.position = first.timestamp;
    this.lead = 0;
    this.surplus = 0;
    this.behind = 0;
    this.lastSequence = first.sequenceNumber - 1;
    this.talkEnded = false;
    this.starvedTicks = 0;
    this.watchAnew();
  }

  private watchAnew(): void {
    this.leastLead = Infinity;
    this.framesWatched = 0;
  }

  private isAnotherStream(received: BufferedPacket, packet: BufferedPacket): boolean {
    const reached = this.position + this.starvedTicks;
    return (
      Math.abs(this.packets.stepTo(received)) > MAX_SEQUENCE_JUMP ||
      Math.abs(packet.timestamp - reached) > MAX_JUMP_SECONDS * 1_000 * this.ticksPerMs
    );
  }

  private wholeSteps(ticks: number): number {
    return Math.floor(ticks / this.stepTicks) * this.stepTicks;
  }
}
