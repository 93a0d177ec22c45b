import { OpusLibrary } from '../../../audio/opus-library.js';

/** Requests and values of libopus (opus_defines.h). */
const APPLICATION_AUDIO = 2_049;
const SET_BITRATE = 4_002;
const SET_COMPLEXITY = 4_010;
/** Half of libopus's scale: speech at these bitrates sounds the same above it, for twice the processor time. */
const COMPLEXITY = 5;
const MAX_PACKET_BYTES = 1_500;

/** Opus in stereo, for two independent voices. */
export class StereoEncoder {
  private readonly opus = OpusLibrary.instance();
  private readonly packet = new Uint8Array(MAX_PACKET_BYTES);
  private state: number;
  /** The encoder's delay, in samples per channel. */
  readonly lookahead: number;

  constructor(sampleRateHz: number, bitrateBps: number) {
    this.state = this.opus.createEncoderState(sampleRateHz, APPLICATION_AUDIO, 2);
    this.opus.setEncoderOption(this.state, SET_BITRATE, bitrateBps);
    this.opus.setEncoderOption(this.state, SET_COMPLEXITY, COMPLEXITY);
    this.lookahead = this.opus.encoderLookahead(this.state);
  }

  /** Encodes a frame of interleaved samples. The packet is valid until the next call. */
  encode(frame: Int16Array): Uint8Array {
    const length = this.opus.encode(this.state, frame, this.packet, 2);
    if (length < 0) throw new Error(`libopus could not encode: code ${length}`);
    return this.packet.subarray(0, length);
  }

  close(): void {
    if (this.state === 0) return;
    this.opus.freeState(this.state);
    this.state = 0;
  }
}
