import type { SampleRateHz } from '../media-session.js';
import type { OfferedCodec } from '../sdp/offer.js';
import type { AudioDecoder, AudioEncoder } from './codec.js';
import { G711Decoder, G711Encoder } from './g711.js';
import { G722Decoder, G722Encoder } from './g722/g722-codec.js';
import { OpusDecoder } from './opus-decoder.js';
import { type Effort, OpusEncoder } from './opus-encoder.js';

export interface SpeechCodingOptions {
  readonly bitrateBps: number;
  /** Bit rate with loss protection; absent for the same. */
  readonly protectedBitrateBps?: number;
  readonly effort: Effort;
  readonly expectedLossPercent: number;
  /** Packet loss reported by the client from which packets are protected; 0 for always. */
  readonly protectFromLossPercent: number;
}

/** RFC 7587, 6.1: bounds of `maxaveragebitrate`. */
const MIN_BITRATE_BPS = 6_000;

export function createDecoder(codec: OfferedCodec, sampleRateHz: SampleRateHz): AudioDecoder {
  if (codec.name === 'opus') return new OpusDecoder(sampleRateHz);
  return codec.name === 'G722' ? new G722Decoder(sampleRateHz) : new G711Decoder(codec.name, sampleRateHz);
}

/** Creates an encoder within the client's stated receive limits. */
export function createEncoder(
  codec: OfferedCodec,
  sampleRateHz: SampleRateHz,
  options: SpeechCodingOptions,
  isLossy?: () => boolean,
): AudioEncoder {
  if (codec.name === 'G722') return new G722Encoder(sampleRateHz);
  if (codec.name !== 'opus') return new G711Encoder(codec.name, sampleRateHz);
  const { parameters } = codec;
  const wantedBitrate = Math.max(MIN_BITRATE_BPS, numberOf(parameters.get('maxaveragebitrate')) ?? Infinity);
  return new OpusEncoder(sampleRateHz, {
    bitrateBps: Math.min(options.bitrateBps, wantedBitrate),
    protectedBitrateBps: Math.min(options.protectedBitrateBps ?? options.bitrateBps, wantedBitrate),
    effort: options.effort,
    expectedLossPercent: parameters.get('useinbandfec') === '0' ? 0 : options.expectedLossPercent,
    maxPlaybackRateHz: numberOf(parameters.get('maxplaybackrate')) ?? 48_000,
    isLossy,
    constantBitrate: parameters.get('cbr') === '1',
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
