import type { SampleRateHz } from '../media-session.js';
import { type AudioDecoder, MAX_PACKET_MS } from './codec.js';
import { OpusLibrary } from '../../audio/index.js';
import { carriesPreviousPacket, isOpusDtx, opusPacketTicks } from './opus-packet.js';

/** Opus decodes to any of its rates and downmixes stereo, so the caller's audio needs no resampling. */
export class OpusDecoder implements AudioDecoder {
  readonly clockRateHz = 48_000;
  private readonly opus = OpusLibrary.instance();
  private readonly maxSamples: number;
  private state: number;

  constructor(sampleRateHz: SampleRateHz) {
    this.state = this.opus.createDecoderState(sampleRateHz);
    this.maxSamples = (sampleRateHz * MAX_PACKET_MS) / 1_000;
  }

  durationTicks(payload: Uint8Array): number {
    return opusPacketTicks(payload);
  }

  carriesPrevious(payload: Uint8Array): boolean {
    return carriesPreviousPacket(payload);
  }

  endsTalk(payload: Uint8Array): boolean {
    return isOpusDtx(payload);
  }

  decode(payload: Uint8Array, output: Int16Array): number {
    return this.run(payload, this.maxSamples, false, output);
  }

  recoverPrevious(payload: Uint8Array, samples: number, output: Int16Array): number {
    return this.run(payload, samples, true, output);
  }

  conceal(samples: number, output: Int16Array): number {
    return this.run(undefined, samples, false, output);
  }

  close(): void {
    if (this.state === 0) return;
    this.opus.freeState(this.state);
    this.state = 0;
  }

  private run(
    payload: Uint8Array | undefined,
    samples: number,
    recover: boolean,
    output: Int16Array,
  ): number {
    if (this.state === 0) return 0;
    return Math.max(0, this.opus.decode(this.state, payload, samples, recover, output));
  }
}
