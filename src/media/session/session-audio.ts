import { createDecoder, createEncoder, type SpeechCodingOptions } from '../codecs/create-codecs.js';
import type { CallerAudioFrame, OpenMediaRequest } from '../media-session.js';
import { AgentAudio } from '../rtp/agent-audio.js';
import { CallerAudio } from '../rtp/caller-audio.js';
import type { Ticker } from '../rtp/media-clock.js';
import type { OfferedCodec } from '../sdp/offer.js';
import type { AgentLeg } from './legs.js';

export interface AudioSettings {
  readonly jitterTargetMs: number;
  readonly speechQueueMaxMs: number;
  readonly coding: SpeechCodingOptions;
}

/** Both directions of one call's PCM, driven by the shared clock. */
export class SessionAudio implements Ticker {
  readonly caller: CallerAudio;
  readonly agent: AgentAudio;
  private agentLeg: AgentLeg | undefined;
  private onCallerFrame: ((frame: CallerAudioFrame) => void) | undefined;
  private closed = false;

  constructor(request: OpenMediaRequest, codec: OfferedCodec, settings: AudioSettings) {
    this.caller = new CallerAudio({
      decoder: createDecoder(codec, request.inputSampleRateHz),
      sampleRateHz: request.inputSampleRateHz,
      jitterTargetMs: settings.jitterTargetMs,
      onFrame: (frame) => this.onCallerFrame?.(frame),
    });
    this.agent = new AgentAudio({
      encoder: createEncoder(codec, request.outputSampleRateHz, settings.coding),
      sampleRateHz: request.outputSampleRateHz,
      payloadType: codec.payloadType,
      maxQueuedMs: settings.speechQueueMaxMs,
      send: (packet) => this.agentLeg?.producer.send(packet),
    });
  }

  /** Where the agent's packets go. */
  sendThrough(leg: AgentLeg): void {
    this.agentLeg = leg;
    this.agent.useSsrc(leg.ssrc);
  }

  deliverTo(onCallerFrame: (frame: CallerAudioFrame) => void): void {
    this.onCallerFrame = onCallerFrame;
  }

  tick(frame: number, nowMs: number): void {
    if (this.closed) return;
    this.agent.tick(frame);
    this.caller.tick(nowMs);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.caller.close();
    this.agent.close();
  }
}
