import { isPause, meanEnergy } from '../../audio/index.js';
import { type AudioDecoder, FRAME_MS, MAX_PACKET_MS, MAX_PAYLOAD_BYTES } from '../codecs/codec.js';
import type { CallerAudioFrame, SampleRateHz } from '../media-session.js';
import { AudioLevelMeter } from './audio-level.js';
import { CallerTimeline, PAST, PRESENT } from './caller-timeline.js';
import { JitterBuffer, type Playout } from './jitter-buffer.js';
import type { BufferedPacket } from './packet-order.js';
import { parseRtp, type RtpPacket } from './rtp-packet.js';

/** After this long without a packet concealment has faded out, and plain silence is free. */
const CONCEAL_UP_TO_MS = 200;

/** Counts of caller frames with faults. */
export interface CallerAudioFaults {
  /** Frames that contain concealment. */
  framesConcealed: number;
  /** Lost packets that were restored from the next one. */
  packetsRecovered: number;
  packetsLate: number;
  /** Packets that were not audio: not RTP, another payload type, a malformed or undecodable payload. */
  packetsMalformed: number;
}

export interface CallerAudioOptions {
  readonly decoder: AudioDecoder;
  readonly sampleRateHz: SampleRateHz;
  /** How late a packet may be before it is concealed. */
  readonly latePacketWaitMs: number;
  /** The same after the sender paused (DTX); absent for the same value. */
  readonly pauseWaitMs?: number | undefined;
  readonly onFrame: (frame: CallerAudioFrame) => void;
}

/**
 * Caller audio: RTP in, 20 ms PCM frames out, each at once unless something before it is missing. From the first packet
 * on there is one frame per 20 ms, regardless of the network. Input never makes it throw.
 */
export class CallerAudio {
  readonly faults: CallerAudioFaults = {
    framesConcealed: 0,
    packetsRecovered: 0,
    packetsLate: 0,
    packetsMalformed: 0,
  };
  readonly level = new AudioLevelMeter();

  private decoder: AudioDecoder;
  private jitterBuffer: JitterBuffer;
  private readonly present = new CallerTimeline(PRESENT);
  private readonly past = new CallerTimeline(PAST);
  private samplesPerTick: number;
  private readonly samplesPerMs: number;
  private concealUpToTicks: number;
  private readonly onFrame: (frame: CallerAudioFrame) => void;

  /** Decoded samples of a partial frame; packets may be longer or shorter than a frame. */
  private readonly pending: Int16Array;
  private pendingLength = 0;
  private readonly decoded: Int16Array;
  /** A view of the start of `decoded`: most packets hold exactly one frame, which is delivered without a copy. */
  private readonly frame: { readonly samples: Int16Array; concealed: boolean; atMs: number; lateMs: number };
  /** The latest end of delivered sound, on the caller's clock and on ours. */
  private readonly furthest = { callerMs: -Infinity, endedMs: 0 };
  private frameConcealed = false;
  private closed = false;

  constructor(private readonly options: CallerAudioOptions) {
    const { decoder, sampleRateHz } = options;
    const frameSamples = (sampleRateHz * FRAME_MS) / 1_000;
    const packetSamples = (sampleRateHz * MAX_PACKET_MS) / 1_000;
    this.decoder = decoder;
    this.onFrame = options.onFrame;
    this.jitterBuffer = this.newBuffer();
    this.samplesPerMs = sampleRateHz / 1_000;
    this.samplesPerTick = sampleRateHz / decoder.clockRateHz;
    this.concealUpToTicks = (decoder.clockRateHz * CONCEAL_UP_TO_MS) / 1_000;
    this.decoded = new Int16Array(packetSamples);
    this.pending = new Int16Array(frameSamples + packetSamples);
    this.frame = {
      samples: this.decoded.subarray(0, frameSamples),
      concealed: false,
      atMs: 0,
      lateMs: 0,
    };
  }

  /** Takes one RTP packet from the media worker and delivers the frames that it completes. */
  receive(rtp: Buffer, nowMs: number): void {
    this.take(parseRtp(rtp), nowMs);
  }

  /** The same for a parsed packet; undefined if it was not RTP. */
  take(packet: RtpPacket | undefined, nowMs: number): void {
    if (this.closed) return;
    const ticks =
      packet && packet.payload.length <= MAX_PAYLOAD_BYTES ? this.decoder.durationTicks(packet.payload) : 0;
    if (!packet || ticks === 0) {
      this.faults.packetsMalformed += 1;
      return;
    }
    const insertion = this.jitterBuffer.insert({
      sequenceNumber: packet.sequenceNumber,
      timestamp: packet.timestamp,
      durationTicks: ticks,
      payload: packet.payload,
      endsTalk: this.decoder.endsTalk(packet.payload),
    });
    if (insertion === 'late') this.faults.packetsLate += 1;
    if (insertion === 'restarted') this.beginAnew();
    this.giveOut(nowMs);
  }

  /** Advances by one frame and conceals what has been missing for too long; called every 20 ms. */
  tick(nowMs: number): void {
    this.jitterBuffer.tick();
    this.giveOut(nowMs);
  }

  /** The caller switches codecs. Missing packets of the old codec are no longer awaited. */
  useDecoder(decoder: AudioDecoder): void {
    this.decoder.close();
    this.decoder = decoder;
    this.jitterBuffer = this.newBuffer();
    this.samplesPerTick = this.options.sampleRateHz / decoder.clockRateHz;
    this.concealUpToTicks = (decoder.clockRateHz * CONCEAL_UP_TO_MS) / 1_000;
    this.beginAnew();
  }

  close(): void {
    this.closed = true;
    this.decoder.close();
  }

  private newBuffer(): JitterBuffer {
    const { latePacketWaitMs: waitMs, pauseWaitMs } = this.options;
    return new JitterBuffer({ clockRateHz: this.decoder.clockRateHz, waitMs, pauseWaitMs });
  }

  /** The caller switched to another stream, with its own clock. */
  private beginAnew(): void {
    this.present.restart();
    this.past.restart();
    this.furthest.callerMs = -Infinity;
  }

  /** The frame's receiver may end the call. */
  private giveOut(nowMs: number): void {
    const frameLength = this.frame.samples.length;
    while (!this.closed) {
      if (this.pendingLength >= frameLength) {
        this.takePending();
        this.handOut(nowMs);
        continue;
      }
      const playout = this.jitterBuffer.next();
      if (!playout) return;
      const count = this.produce(playout);
      if (this.pendingLength === 0 && count === frameLength) {
        this.handOut(nowMs);
      } else {
        this.pending.set(this.decoded.subarray(0, count), this.pendingLength);
        this.pendingLength += count;
      }
    }
  }

  private takePending(): void {
    const { samples } = this.frame;
    samples.set(this.pending.subarray(0, samples.length));
    this.pending.copyWithin(0, samples.length, this.pendingLength);
    this.pendingLength -= samples.length;
  }

  private handOut(nowMs: number): void {
    const energy = meanEnergy(this.frame.samples);
    this.level.add(energy);
    if (this.frameConcealed) this.faults.framesConcealed += 1;
    this.frame.concealed = this.frameConcealed;
    const callerMs = this.jitterBuffer.reachedMs - this.pendingLength / this.samplesPerMs;
    this.date(callerMs, nowMs);
    this.frameConcealed = false;
    this.onFrame(this.frame);
  }

  /** The end of the frame's sound, which precedes the latest one if the frame was concealed before. */
  private date(callerMs: number, nowMs: number): void {
    const { frame, furthest } = this;
    if (callerMs > furthest.callerMs) {
      frame.atMs = this.present.madeAtMs(callerMs, nowMs);
      furthest.callerMs = callerMs;
      furthest.endedMs = this.past.madeAtMs(callerMs, nowMs);
    } else {
      frame.atMs = this.present.lateAtMs(nowMs);
    }
    const endedMs = furthest.endedMs - (furthest.callerMs - callerMs);
    frame.lateMs = Math.max(0, frame.atMs - endedMs);
  }

  private produce(playout: Playout): number {
    switch (playout.kind) {
      case 'packet':
        return this.decodePacket(playout.packet, playout.isSpare);
      case 'recover':
        return this.recover(playout.packet.payload, this.samplesOf(playout.ticks));
      case 'lost':
        return this.conceal(this.samplesOf(playout.ticks));
      case 'starved':
        return playout.forTicks > this.concealUpToTicks
          ? this.missing(this.samplesOf(playout.ticks))
          : this.conceal(this.samplesOf(playout.ticks));
      case 'quiet':
        return this.silence(this.samplesOf(playout.ticks));
    }
  }

  private decodePacket(packet: BufferedPacket, isSpare: boolean): number {
    const count = this.decoder.decode(packet.payload, this.decoded);
    if (count === 0) {
      this.faults.packetsMalformed += 1;
      return this.conceal(this.samplesOf(packet.durationTicks));
    }
    if (!isSpare || !isPause(meanEnergy(this.decoded.subarray(0, count)))) return count;
    this.jitterBuffer.leftOut(packet);
    return 0;
  }

  private recover(payload: Uint8Array, samples: number): number {
    if (!this.decoder.carriesPrevious(payload)) return this.conceal(samples);
    const count = this.decoder.recoverPrevious(payload, samples, this.decoded);
    if (count === 0) return this.conceal(samples);
    this.faults.packetsRecovered += 1;
    return count;
  }

  private conceal(samples: number): number {
    this.frameConcealed = true;
    const count = this.decoder.conceal(samples, this.decoded);
    return count > 0 ? count : this.silence(samples);
  }

  private missing(samples: number): number {
    this.frameConcealed = true;
    return this.silence(samples);
  }

  private silence(samples: number): number {
    this.decoded.fill(0, 0, samples);
    return samples;
  }

  private samplesOf(ticks: number): number {
    return Math.round(ticks * this.samplesPerTick);
  }
}
