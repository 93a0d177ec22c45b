import { randomInt } from 'node:crypto';
import { meanEnergy } from '../../audio/index.js';
import { type AudioEncoder, FRAME_MS, MAX_PAYLOAD_BYTES } from '../codecs/codec.js';
import type { SampleRateHz, SpeechQueue } from '../media-session.js';
import { AudioLevelMeter } from './audio-level.js';
import { Volume } from './volume.js';
import { PacketFrames } from './packet-frames.js';
import { PcmQueue } from './pcm-queue.js';
import { RTP_HEADER_BYTES, writeRtpHeader } from './rtp-packet.js';

/** Silence after speech, so that the receiver's decoder settles before packets stop. */
const TAIL_FRAMES = 3;
/**
 * One packet of silence per 2 s stops receivers from considering the stream dead. Not more often: libwebrtc's jitter
 * buffer plays the first speech packet at once if the previous packet ended at least 100 ms ago, and otherwise delays
 * it by 100 ms.
 */
const KEEP_ALIVE_FRAMES = 100;

export interface AgentAudioOptions {
  readonly encoder: AudioEncoder;
  readonly sampleRateHz: SampleRateHz;
  readonly payloadType: number;
  /** Maximum audio in the queue. */
  readonly maxQueuedMs: number;
  /** Sends one packet; the buffer is reused afterwards. */
  readonly send: (packet: Buffer) => void;
  /** Whether sending is permitted now; checked before each packet. Absent for always. */
  readonly maySend?: (() => boolean) | undefined;
  /** Maximum frames of speech per packet, 1 to 3; checked for each packet. Absent for one. */
  readonly packetFrames?: (() => number) | undefined;
}

interface OtherFrame {
  readonly packet:
    { readonly payload: Uint8Array; readonly marker: boolean; readonly framesAgo: number } | undefined;
}

interface Mark {
  /** Count of written samples at the mark. */
  readonly position: number;
  readonly reached: () => void;
}

/** Packets are built one at a time in this thread, so one buffer serves all calls. */
const packetBuffer = Buffer.alloc(RTP_HEADER_BYTES + MAX_PAYLOAD_BYTES);
const payloadBuffer = packetBuffer.subarray(RTP_HEADER_BYTES);

/**
 * Agent audio: PCM in, one RTP packet per 20 ms out, or one for several frames. The first packet after silence is sent
 * as soon as it is written, in place of the next frame, and the rest of the talkspurt stays one frame ahead. Timestamps
 * follow real time, also in silence; sequence numbers count packets; the first packet after silence has the marker.
 * Audio beyond the queue's limit is dropped, newest first, and counted, so that earlier speech still plays in order.
 */
export class AgentAudio implements SpeechQueue {
  readonly level = new AudioLevelMeter();
  packetsSent = 0;
  /** Audio written while the queue was full. */
  overflowMs = 0;
  onSent: ((frame: Int16Array) => void) | undefined;

  private readonly queue: PcmQueue;
  private readonly packet: PacketFrames;
  private readonly frameLength: number;
  private readonly volume = new Volume();
  private encoder: AudioEncoder;
  private ticksPerFrame: number;
  private readonly samplesPerMs: number;
  private marks: Mark[] = [];
  private written = 0;
  private sentSinceClear = 0;
  private taken = 0;

  private sequenceNumber = randomInt(0x8000);
  private timestampOffset = randomInt(0x1_0000_0000 - 1);
  private ssrc = 0;
  /** The first packet is sent at once, to announce the stream to the receiver. */
  private silentFrames = KEEP_ALIVE_FRAMES - 1;
  private partialSeen = 0;
  /** The last real-time frame; undefined before the clock started, when there is no receiver yet. */
  private lastFrame: number | undefined;
  private isAhead = false;
  private isHeld = false;
  private sendsAnyway = false;
  private closed = false;

  constructor(private readonly options: AgentAudioOptions) {
    this.samplesPerMs = options.sampleRateHz / 1_000;
    this.frameLength = this.samplesPerMs * FRAME_MS;
    this.packet = new PacketFrames(this.frameLength);
    this.encoder = options.encoder;
    this.ticksPerFrame = ticksPerFrameOf(options.encoder);
    this.queue = new PcmQueue(this.samplesPerMs * options.maxQueuedMs);
  }

  get queuedMs(): number {
    return this.queue.length / this.samplesPerMs;
  }

  write(samples: Int16Array): void {
    if (this.closed) return;
    const taken = this.queue.push(samples);
    this.written += taken;
    this.overflowMs += (samples.length - taken) / this.samplesPerMs;
    this.beginTalk();
  }

  mark(reached: () => void): void {
    if (!this.closed) this.marks.push({ position: this.written, reached });
  }

  clear(): { readonly sentMs: number; readonly droppedMs: number } {
    const dropped = this.queue.clear();
    const sentMs = this.sentSinceClear / this.samplesPerMs;
    this.written -= dropped;
    this.sentSinceClear = 0;
    this.partialSeen = 0;
    this.marks = [];
    return { sentMs, droppedMs: dropped / this.samplesPerMs };
  }

  setGain(gain: number): void {
    this.volume.set(gain);
  }

  levelAgo(agoMs: number): number {
    return Math.sqrt(this.level.energyAgo(Math.round(agoMs / FRAME_MS)));
  }

  get silentForMs(): number {
    return this.level.silentFrames * FRAME_MS;
  }

  useSsrc(ssrc: number): void {
    this.ssrc = ssrc;
  }

  /** Switches to another codec within the same stream; the sender sets its payload type. */
  useEncoder(encoder: AudioEncoder): void {
    this.encoder.close();
    this.encoder = encoder;
    const frame = this.lastFrame ?? 0;
    this.timestampOffset += frame * (this.ticksPerFrame - ticksPerFrameOf(encoder));
    this.ticksPerFrame = ticksPerFrameOf(encoder);
  }

  /**
   * Sends the due packet; called every 20 ms. `frame` counts real-time frames.
   * @param instead Sent instead of audio, which waits; the sender sets its payload type.
   */
  tick(frame: number, instead?: OtherFrame): void {
    this.lastFrame = frame;
    if (!this.maySend) return this.fallSilent();
    const isSent = this.passFrame();
    if (this.isHeld) {
      this.isAhead = false;
      if (!isSent) this.addSilence();
    } else if (instead) {
      this.sendOther(frame, instead);
    } else if (isSent) {
      // Already sent with the previous packet.
    } else if (this.isSpeechDue()) {
      this.sendSpeech(this.options.packetFrames?.() ?? 1);
    } else {
      this.addSilence();
      this.stayAlive();
    }
    this.reachMarks();
  }

  /** Pauses playout while the caller holds the call, and resumes afterwards. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.clear();
    this.encoder.close();
  }

  /** Skips `maySend` from now on: no other process owns the call. */
  sendAnyway(): void {
    this.sendsAnyway = true;
  }

  private get maySend(): boolean {
    return this.sendsAnyway || this.options.maySend?.() !== false;
  }

  /** A partial frame waits one tick for more audio, then is padded with silence. */
  private isSpeechDue(): boolean {
    const waiting = this.queue.length;
    const isDue = waiting >= this.frameLength || (waiting > 0 && waiting === this.partialSeen);
    this.partialSeen = isDue ? 0 : waiting;
    return isDue;
  }

  /** Requires another frame in the queue, because the next tick may come at once. */
  private beginTalk(): void {
    const isSilent = this.silentFrames > TAIL_FRAMES;
    if (!isSilent || this.lastFrame === undefined || this.queue.length < 2 * this.frameLength) return;
    if (this.isHeld || !this.maySend) return;
    this.isAhead = true;
    this.sendSpeech(1);
  }

  /** Sends nothing, not even the trailing silence: the next owner of the call may already be audible. */
  private fallSilent(): void {
    this.clear();
    this.isAhead = false;
    this.addSilence();
    if (this.silentFrames > TAIL_FRAMES) return;
    // Silence settles the encoder, so that the next talkspurt does not start with the end of this one.
    this.silentFrames += 1;
    this.packet.silence();
    this.encoder.encode(this.packet.samples, payloadBuffer);
  }

  private sendSpeech(maxFrames: number): void {
    const startsTalk = this.silentFrames > TAIL_FRAMES;
    const moved = this.packet.fill(this.queue, maxFrames, (frame) => this.volume.apply(frame));
    this.taken += moved;
    this.sentSinceClear += moved;
    this.silentFrames = 0;
    this.passFrame();
    this.sendFrame(startsTalk);
    if (this.queue.length === 0) this.queue.clear();
  }

  /** Advances to the next frame of the sent packet; false if there is none. */
  private passFrame(): boolean {
    const frame = this.packet.pass();
    if (!frame) return false;
    this.level.add(meanEnergy(frame));
    this.onSent?.(frame);
    return true;
  }

  private addSilence(): void {
    this.level.add(0);
  }

  private stayAlive(): void {
    this.silentFrames += 1;
    const isTail = this.silentFrames <= TAIL_FRAMES;
    if (!isTail) this.isAhead = false;
    if (!isTail && this.silentFrames % KEEP_ALIVE_FRAMES !== 0) return;
    this.packet.silence();
    this.sendFrame(false);
  }

  private sendFrame(marker: boolean): void {
    const bytes = this.encoder.encode(this.packet.samples, payloadBuffer);
    if (bytes > 0) this.sendPacket(bytes, marker, (this.lastFrame ?? 0) + (this.isAhead ? 1 : 0));
  }

  private sendPacket(bytes: number, marker: boolean, frame: number): void {
    writeRtpHeader(packetBuffer, {
      payloadType: this.options.payloadType,
      marker,
      sequenceNumber: this.sequenceNumber,
      timestamp: this.timestampOffset + frame * this.ticksPerFrame,
      ssrc: this.ssrc,
    });
    this.sequenceNumber = (this.sequenceNumber + 1) & 0xffff;
    this.packetsSent += 1;
    this.options.send(packetBuffer.subarray(0, RTP_HEADER_BYTES + bytes));
  }

  /** Uses the audio's sequence numbers and timestamps: it is one stream (RFC 4733, 2.1). */
  private sendOther(frame: number, { packet }: OtherFrame): void {
    this.isAhead = false;
    if (!packet) return;
    const { payload, marker, framesAgo } = packet;
    payloadBuffer.set(payload);
    this.sendPacket(payload.length, marker, frame - framesAgo);
  }

  private reachMarks(): void {
    while (this.marks[0] && this.marks[0].position <= this.taken) this.marks.shift()?.reached();
  }
}

const ticksPerFrameOf = ({ clockRateHz }: AudioEncoder): number => (clockRateHz * FRAME_MS) / 1_000;
