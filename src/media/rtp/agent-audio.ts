import { randomInt } from 'node:crypto';
import { meanEnergy } from '../../common/audio/index.js';
import { type AudioEncoder, FRAME_MS, MAX_PAYLOAD_BYTES } from '../codecs/codec.js';
import type { SampleRateHz, SpeechQueue } from '../media-session.js';
import { AudioLevelMeter } from './audio-level.js';
import { Volume } from './volume.js';
import { PacketFrames } from './packet-frames.js';
import { PcmQueue } from './pcm-queue.js';
import { RTP_HEADER_BYTES, writeRtpHeader } from './rtp-packet.js';
import { SentFrames } from './sent-frames.js';

/** Silence after speech, so that the receiver's decoder comes to rest before packets stop. */
const TAIL_FRAMES = 3;
/**
 * One packet of silence each 2 s keeps receivers from taking the stream for dead. Not more often: libwebrtc's
 * jitter buffer plays the first packet of speech at once if the last one ended 100 ms ago or earlier, and otherwise
 * holds it for those 100 ms.
 */
const KEEP_ALIVE_FRAMES = 100;

export interface AgentAudioOptions {
  readonly encoder: AudioEncoder;
  readonly sampleRateHz: SampleRateHz;
  readonly payloadType: number;
  /** Audio that the queue holds at most. */
  readonly maxQueuedMs: number;
  /** Sends one packet; the buffer is reused afterwards. */
  readonly send: (packet: Buffer) => void;
  /** Whether anything may be sent now; asked each time before something is. Absent where it always may. */
  readonly maySend?: (() => boolean) | undefined;
  /** How many frames of speech a packet may hold, 1 to 3; asked for each one. Absent: one. */
  readonly packetFrames?: (() => number) | undefined;
}

/** A frame of time that is for something else than audio. */
interface OtherFrame {
  readonly packet:
    { readonly payload: Uint8Array; readonly marker: boolean; readonly framesAgo: number } | undefined;
}

interface Mark {
  /** Count of written samples at which the mark stands. */
  readonly position: number;
  readonly reached: () => void;
}

/** One packet is made at a time in this thread, so one buffer serves all calls. */
const packetBuffer = Buffer.alloc(RTP_HEADER_BYTES + MAX_PAYLOAD_BYTES);
const payloadBuffer = packetBuffer.subarray(RTP_HEADER_BYTES);

/**
 * The way of the agent's audio: PCM in, one RTP packet each 20 ms out, or one for several of these frames. The first
 * packet after silence does not wait for the clock: it goes out when it is written, as that of the frame to come, and
 * all of its talk stays that frame ahead. Timestamps follow real time, silent or not; sequence numbers count packets;
 * the first packet after silence carries the marker. What does not fit the queue is dropped, newest first, and
 * counted: what was promised before it is still spoken in order.
 */
export class AgentAudio implements SpeechQueue {
  readonly level = new AudioLevelMeter();
  packetsSent = 0;
  /** Audio that was written while the queue was full. */
  overflowMs = 0;

  private readonly sent = new SentFrames();
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
  /** The first packet goes out at once: it tells the receiver that there is a stream. */
  private silentFrames = KEEP_ALIVE_FRAMES - 1;
  private partialSeen = 0;
  /** The last frame of real time; undefined before the clock started, when there is no receiver yet. */
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

  soundAgo(agoMs: number): Int16Array {
    return this.sent.frameAgo(Math.round(agoMs / FRAME_MS));
  }

  useSsrc(ssrc: number): void {
    this.ssrc = ssrc;
  }

  /** Goes on in another codec, where the stream's time is; whoever sends the packets gives them its payload type. */
  useEncoder(encoder: AudioEncoder): void {
    this.encoder.close();
    this.encoder = encoder;
    const frame = this.lastFrame ?? 0;
    this.timestampOffset += frame * (this.ticksPerFrame - ticksPerFrameOf(encoder));
    this.ticksPerFrame = ticksPerFrameOf(encoder);
  }

  /**
   * Sends what is due; called each 20 ms. `frame` counts frames of real time.
   * @param instead What this frame is for instead of audio, which waits; whoever sends it gives it its payload type.
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
      // It went out with the packet before.
    } else if (this.isSpeechDue()) {
      this.sendSpeech(this.options.packetFrames?.() ?? 1);
    } else {
      this.addSilence();
      this.stayAlive();
    }
    this.reachMarks();
  }

  /** Keeps what waits while the caller has the call on hold, and goes on with it afterwards. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.clear();
    this.encoder.close();
  }

  /** From now on whatever is written is sent: somebody has made sure that nobody else has the call. */
  sendAnyway(): void {
    this.sendsAnyway = true;
  }

  private get maySend(): boolean {
    return this.sendsAnyway || this.options.maySend?.() !== false;
  }

  /** Less than a frame waits one turn for its rest, then goes out padded with silence. */
  private isSpeechDue(): boolean {
    const waiting = this.queue.length;
    const isDue = waiting >= this.frameLength || (waiting > 0 && waiting === this.partialSeen);
    this.partialSeen = isDue ? 0 : waiting;
    return isDue;
  }

  /** Only with a frame to follow: the next tick may come at once. */
  private beginTalk(): void {
    const isSilent = this.silentFrames > TAIL_FRAMES;
    if (!isSilent || this.lastFrame === undefined || this.queue.length < 2 * this.frameLength) return;
    if (this.isHeld || !this.maySend) return;
    this.isAhead = true;
    this.sendSpeech(1);
  }

  /** Nothing is sent, not even the silence after speech: whoever goes on with the call may be heard already. */
  private fallSilent(): void {
    this.clear();
    this.isAhead = false;
    this.addSilence();
    if (this.silentFrames > TAIL_FRAMES) return;
    // The encoder comes to rest by itself, so that what is sent one day does not begin with the end of this talk.
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

  /** Time comes to the next frame of the packet that was sent; false where it holds no more. */
  private passFrame(): boolean {
    const frame = this.packet.pass();
    if (!frame) return false;
    this.level.add(meanEnergy(frame));
    this.sent.add(frame);
    return true;
  }

  private addSilence(): void {
    this.level.add(0);
    this.sent.add(undefined);
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

  /** Numbered and timed as the audio is: it is one stream (RFC 4733, 2.1). */
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
