import { type BufferedPacket, PacketOrder } from './packet-order.js';

/**
 * Brings the caller's packets back into order, and says what can be given out. Whoever listens is a program, not an
 * ear: it needs no even pace, so a packet that follows the one before it is given out the moment it arrives. Only
 * what is missing is waited for, until it is `waitMs` late; then it is made up for. It holds no clock: each call of
 * `tick` lets a frame of time pass.
 *
 * Where packets come later than that, they are waited for longer from then on (`lead`), until that was not needed
 * for two seconds; the same rule absorbs the drift between the client's clock and ours. Where audio was made up
 * although the packets were only late, as much is left out of the next pauses, so that the caller's time stays the
 * caller's time.
 */

/** What to give out next, and how many clock ticks of it. */
export type Playout =
  | {
      readonly kind: 'packet';
      readonly packet: BufferedPacket;
      /** Better skipped if it is a pause: more was given out than there was. Report that to `leftOut`. */
      readonly isSpare: boolean;
    }
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
  /** How late a packet may be before it is made up for. */
  readonly waitMs: number;
  /** The same while the sender pauses, in which nothing is made up; absent: as long. */
  readonly pauseWaitMs?: number | undefined;
}

/** Two seconds of usual packets; beyond it the oldest go. */
const MAX_PACKETS = 100;
/** A jump beyond these is another stream, not a gap. */
const MAX_SEQUENCE_JUMP = 1_000;
const MAX_JUMP_SECONDS = 10;
const FRAME_MS = 20;
/** Limit for clients that send faster than real time. */
const MAX_ALLOWANCE_MS = 2_000;
const ALLOWED_SHARE = 1.01;
/** Packets are waited for at most this much longer than the wait, whatever came before. */
const MAX_LEAD_MS = 200;
/** A lead that was not needed for this long is forgotten. */
const LEAD_MARGIN_MS = 40;
const FORGET_AFTER_FRAMES = 100;
/** What was made up for needlessly beyond this is left out even of speech. */
const LEAVE_OUT_ANYWAY_MS = 1_000;
/** Opus makes up audio in steps of 2.5 ms only. */
const STEPS_PER_SECOND = 400;

export class JitterBuffer {
  private readonly packets = new PacketOrder();
  private readonly ticksPerMs: number;
  private readonly frameTicks: number;
  private readonly stepTicks: number;
  private readonly waitTicks: number;
  private readonly pauseWaitTicks: number;

  private started = false;
  /** Timestamp of the next sample to give out, unwrapped. */
  private position = 0;
  /** How far the position is ahead of the time that passed; negative while something is waited for. */
  private lead = 0;
  private leastLead = Infinity;
  private framesWatched = 0;
  /** How much may still be given out. */
  private allowance = 0;
  private lastSequence = 0;
  private talkEnded = false;
  /** What was made up since the last packet, at a position that stood still. */
  private starvedTicks = 0;
  /** How much more was given out than there was, since packets that were made up for came after all. */
  private surplus = 0;

  constructor(options: JitterBufferOptions) {
    this.ticksPerMs = options.clockRateHz / 1_000;
    this.frameTicks = this.ticksPerMs * FRAME_MS;
    this.stepTicks = options.clockRateHz / STEPS_PER_SECOND;
    this.waitTicks = this.ticksPerMs * options.waitMs;
    this.pauseWaitTicks = this.ticksPerMs * (options.pauseWaitMs ?? options.waitMs);
  }

  /** Position of what was given out on the caller's clock, in milliseconds from an arbitrary start. */
  get reachedMs(): number {
    return (this.position + this.starvedTicks) / this.ticksPerMs;
  }

  /** How much audio waits, holes included. */
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

  /** A frame of time passes. */
  tick(): void {
    if (!this.started) return;
    this.lead = Math.min(this.lead, MAX_LEAD_MS * this.ticksPerMs) - this.frameTicks;
    this.allowance = Math.min(
      this.allowance + this.frameTicks * ALLOWED_SHARE,
      MAX_ALLOWANCE_MS * this.ticksPerMs,
    );
    this.leastLead = Math.min(this.leastLead, this.lead);
    this.framesWatched += 1;
    if (this.framesWatched < FORGET_AFTER_FRAMES) return;
    this.lead -= Math.max(0, this.leastLead - LEAD_MARGIN_MS * this.ticksPerMs);
    this.watchAnew();
  }

  /** The next audio; undefined while there is none and what is missing may still come. */
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

  /** The packet that was given last as one to spare was left out. */
  leftOut({ durationTicks }: BufferedPacket): void {
    this.surplus -= durationTicks;
    this.allowance += durationTicks;
  }

  /**
   * How much is better left out. Nothing, while no more was given out than time has passed: a sender that stood still
   * itself goes on where it stopped, and what was made up for took the place of nothing.
   */
  private get spareTicks(): number {
    return this.lead >= 0 ? this.surplus : 0;
  }

  /** The sender said that it stops, and if it had gone on meanwhile that would be here. */
  private get isPause(): boolean {
    return this.talkEnded && this.lead < -this.pauseWaitTicks;
  }

  /** What lies before it was not sent. */
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

  /** The head is over, given out or not. */
  private pass(head: BufferedPacket): void {
    this.packets.removeFirst();
    this.advance(Math.max(0, this.endOf(head) - this.position));
    this.lastSequence = head.sequenceNumber;
    this.talkEnded = head.endsTalk;
  }

  /** Nothing was lost: the sender had nothing to say. */
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
    this.position += ticks;
    this.lead += ticks;
  }

  /** The position stands still: what is missing may be lost, or only late. */
  private starve(): Playout {
    const ticks = this.frameTicks;
    this.lead += ticks;
    this.starvedTicks += ticks;
    return this.talkEnded
      ? { kind: 'quiet', ticks }
      : { kind: 'starved', ticks, forTicks: this.starvedTicks };
  }

  /** Of the time that was made up for, what was lost is over, and what was only late is given out now. */
  private endStarvation(head: BufferedPacket): void {
    const over = Math.min(Math.max(0, head.timestamp - this.position), this.starvedTicks);
    this.position += over;
    this.surplus += this.starvedTicks - over;
    this.starvedTicks = 0;
  }

  private endOf({ timestamp, durationTicks }: BufferedPacket): number {
    return timestamp + durationTicks;
  }

  private restart(first: BufferedPacket): void {
    this.packets.restart(first);
    this.started = true;
    this.position = first.timestamp;
    this.lead = 0;
    this.allowance = MAX_ALLOWANCE_MS * this.ticksPerMs;
    this.surplus = 0;
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
