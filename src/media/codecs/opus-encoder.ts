import type { SampleRateHz } from '../media-session.js';
import type { AudioEncoder } from './codec.js';
import { OpusLibrary } from '../../audio/index.js';

/** Requests and values of libopus (opus_defines.h). */
const APPLICATION_VOIP = 2_048;
const SET_BITRATE = 4_002;
const SET_MAX_BANDWIDTH = 4_004;
const SET_VBR = 4_006;
const SET_COMPLEXITY = 4_010;
const SET_INBAND_FEC = 4_012;
const SET_PACKET_LOSS_PERCENT = 4_014;
const SET_SIGNAL = 4_024;
const SIGNAL_VOICE = 3_001;
/** Forces one of Opus's two codecs (opus_private.h). */
const SET_FORCE_MODE = 11_002;
const MODE_AUTO = -1_000;
const MODE_CELT_ONLY = 1_002;
/**
 * From this bit rate on CELT alone preserves a voice better than the hybrid of SILK and CELT does at 32 kbit/s, in half
 * the time (docs/benchmarks/audio-coding.md). It cannot carry copies.
 */
const CELT_ALONE_FROM_BPS = 56_000;
/** From this complexity on libopus chooses the codec, for the best quality. */
const QUALITY_COMPLEXITY = 4;
const BANDWIDTHS = [
  { maxRateHz: 8_000, value: 1_101 },
  { maxRateHz: 12_000, value: 1_102 },
  { maxRateHz: 16_000, value: 1_103 },
  { maxRateHz: 24_000, value: 1_104 },
  { maxRateHz: Infinity, value: 1_105 },
] as const;

export interface Effort {
  /** libopus's complexity, 0 (cheapest) to 10. */
  readonly complexity: number;
  /** Complexity with loss protection; absent for the same. */
  readonly protectedComplexity?: number;
}

export interface OpusEncoderOptions {
  readonly bitrateBps: number;
  /** Bit rate with loss protection; absent for the same. */
  readonly protectedBitrateBps?: number;
  /** May change while the encoder runs. */
  readonly effort: Effort;
  /** Expected packet loss; 0 disables in-band error correction. */
  readonly expectedLossPercent: number;
  /** Whether loss protection is needed now; asked for each frame. Absent for always. */
  readonly isLossy?: (() => boolean) | undefined;
  /** Highest rate that the receiver plays (RFC 7587, 6.1). */
  readonly maxPlaybackRateHz: number;
  readonly constantBitrate: boolean;
}

export class OpusEncoder implements AudioEncoder {
  readonly clockRateHz = 48_000;
  private readonly opus = OpusLibrary.instance();
  private complexity: number | undefined;
  private isProtected: boolean | undefined;
  private mode: number | undefined;
  private state: number;

  constructor(
    sampleRateHz: SampleRateHz,
    private readonly options: OpusEncoderOptions,
  ) {
    this.state = this.opus.createEncoderState(sampleRateHz, APPLICATION_VOIP);
    const bandwidth = BANDWIDTHS.find(({ maxRateHz }) => options.maxPlaybackRateHz <= maxRateHz);
    this.set(SET_SIGNAL, SIGNAL_VOICE);
    this.set(SET_MAX_BANDWIDTH, bandwidth?.value ?? 1_105);
    this.set(SET_VBR, options.constantBitrate ? 0 : 1);
  }

  encode(frame: Int16Array, payload: Uint8Array): number {
    if (this.state === 0) return 0;
    this.adapt();
    return Math.max(0, this.opus.encode(this.state, frame, payload));
  }

  close(): void {
    if (this.state === 0) return;
    this.opus.freeState(this.state);
    this.state = 0;
  }

  private adapt(): void {
    const { effort, expectedLossPercent, isLossy } = this.options;
    const isProtected = expectedLossPercent > 0 && isLossy?.() !== false;
    const complexity = (isProtected ? effort.protectedComplexity : undefined) ?? effort.complexity;
    if (complexity === this.complexity && isProtected === this.isProtected) return;
    if (complexity !== this.complexity) this.set(SET_COMPLEXITY, complexity);
    if (isProtected !== this.isProtected) this.protect(isProtected);
    this.complexity = complexity;
    this.isProtected = isProtected;
    this.chooseMode();
  }

  private protect(isProtected: boolean): void {
    this.set(SET_BITRATE, this.bitrateBps(isProtected));
    this.set(SET_INBAND_FEC, isProtected ? 1 : 0);
    this.set(SET_PACKET_LOSS_PERCENT, isProtected ? this.options.expectedLossPercent : 0);
  }

  private chooseMode(): void {
    const { complexity = 0, isProtected = true } = this;
    const isThrifty = !isProtected && complexity < QUALITY_COMPLEXITY;
    const mode = isThrifty && this.bitrateBps(false) >= CELT_ALONE_FROM_BPS ? MODE_CELT_ONLY : MODE_AUTO;
    if (mode !== this.mode) this.set(SET_FORCE_MODE, mode);
    this.mode = mode;
  }

  private bitrateBps(isProtected: boolean): number {
    const { bitrateBps, protectedBitrateBps = bitrateBps } = this.options;
    return isProtected ? Math.min(bitrateBps, protectedBitrateBps) : bitrateBps;
  }

  private set(request: number, value: number): void {
    this.opus.setEncoderOption(this.state, request, value);
  }
}
