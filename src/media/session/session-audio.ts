import { Logger } from '@nestjs/common';
import { FRAME_MS } from '../codecs/codec.js';
import { createDecoder, createEncoder, type SpeechCodingOptions } from '../codecs/create-codecs.js';
import type { CallerAudioFrame, SampleRateHz } from '../media-session.js';
import { AgentAudio } from '../rtp/agent-audio.js';
import { CallerAudio } from '../rtp/caller-audio.js';
import { LossProtection } from '../rtp/loss-protection.js';
import type { Ticker } from '../rtp/media-clock.js';
import { parseRtp, type RtpPacket } from '../rtp/rtp-packet.js';
import type { OfferedCodec } from '../sdp/offer.js';

/** Where the agent's packets go. */
export interface SpeechOutlet {
  readonly ssrc: number;
  /** Sends one packet; the buffer is reused afterwards. */
  send(packet: Buffer): void;
}

export interface AudioRates {
  readonly inputSampleRateHz: SampleRateHz;
  readonly outputSampleRateHz: SampleRateHz;
}

export interface AudioSettings {
  readonly latePacketWaitMs: number;
  readonly pauseWaitMs?: number | undefined;
  readonly speechQueueMaxMs: number;
  /** Packet length for clients that reported no loss; others get one frame per packet. */
  readonly packetMs: number;
  readonly coding: SpeechCodingOptions;
  /** Whether this process may currently send audio in its calls. */
  readonly maySend?: (() => boolean) | undefined;
}

/** Both PCM directions of one call: driven by the shared clock, and the caller's also by its packets. */
export class SessionAudio implements Ticker {
  private static readonly logger = new Logger(SessionAudio.name);
  readonly caller: CallerAudio;
  readonly agent: AgentAudio;
  readonly protection: LossProtection;
  private outlet: SpeechOutlet | undefined;
  private onCallerFrame: ((frame: CallerAudioFrame) => void) | undefined;
  private closed = false;

  /** @param fetch Triggers a read of pending caller packets; they arrive one turn of the event loop later. */
  constructor(
    private readonly request: AudioRates,
    private codec: OfferedCodec,
    private readonly settings: AudioSettings,
    private readonly fetch: () => void = () => undefined,
  ) {
    this.caller = new CallerAudio({
      decoder: createDecoder(codec, request.inputSampleRateHz),
      sampleRateHz: request.inputSampleRateHz,
      latePacketWaitMs: settings.latePacketWaitMs,
      pauseWaitMs: settings.pauseWaitMs,
      onFrame: (frame) => this.onCallerFrame?.(frame),
    });
    this.protection = new LossProtection(settings.coding.protectFromLossPercent);
    this.agent = new AgentAudio({
      encoder: this.newEncoder(),
      sampleRateHz: request.outputSampleRateHz,
      payloadType: codec.payloadType,
      maxQueuedMs: settings.speechQueueMaxMs,
      send: (packet) => this.outlet?.send(packet),
      maySend: settings.maySend,
      packetFrames: () => this.packetFrames(),
    });
  }

  /** Both directions switch to another codec. */
  changeCodec(codec: OfferedCodec): void {
    if (this.closed) return;
    this.codec = codec;
    this.caller.useDecoder(createDecoder(codec, this.request.inputSampleRateHz));
    this.agent.useEncoder(this.newEncoder());
  }

  sendThrough(outlet: SpeechOutlet): void {
    this.outlet = outlet;
    this.agent.useSsrc(outlet.ssrc);
  }

  deliverTo(onCallerFrame: (frame: CallerAudioFrame) => void): void {
    this.onCallerFrame = onCallerFrame;
  }

  /** Takes a caller packet. Never throws into the media worker's channel, which also serves other calls. */
  receive(packet: Buffer): void {
    this.take(parseRtp(packet), performance.now());
  }

  /** The same for a parsed packet; undefined if it was not RTP. */
  take(packet: RtpPacket | undefined, nowMs: number): void {
    try {
      this.caller.take(packet, nowMs);
    } catch (error) {
      SessionAudio.logger.error({ err: error, msg: 'audio of a call could not be processed' });
    }
  }

  tick(frame: number, nowMs: number): void {
    if (this.closed) return;
    this.fetch();
    this.agent.tick(frame);
    this.caller.tick(nowMs);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.caller.close();
    this.agent.close();
  }

  private newEncoder() {
    const isLossy = () => this.protection.isNeeded;
    return createEncoder(this.codec, this.request.outputSampleRateHz, this.settings.coding, isLossy);
  }

  private packetFrames(): number {
    if (this.protection.isNeeded || this.codec.name !== 'opus') return 1;
    return Math.floor(this.settings.packetMs / FRAME_MS);
  }
}
