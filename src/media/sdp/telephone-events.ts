import type { MediaDescription } from 'sdp-transform';
import type { OfferedCodec } from './offer.js';

/** A format for DTMF (RFC 4733) beside the audio. */
export interface KeyFormat {
  readonly payloadType: number;
  readonly clockRateHz: number;
}

/** Events 0 to 15 are the DTMF keys (RFC 4733, 3.2). */
export const KEY_EVENTS = '0-15';

/** Payload types of telephone-event by clock rate. With rtcp-mux, 64 to 95 are excluded (RFC 5761, 4). */
export function offeredKeyFormats(audio: MediaDescription): ReadonlyMap<number, number> {
  const formats = new Map<number, number>();
  for (const { codec, rate, payload } of audio.rtp) {
    if (String(codec).toLowerCase() !== 'telephone-event') continue;
    const [clockRateHz, payloadType] = [Number(rate ?? 8_000), Number(payload)];
    const isUsable = Number.isInteger(payloadType) && payloadType >= 0 && payloadType <= 127;
    if (!isUsable || (payloadType >= 64 && payloadType <= 95)) continue;
    if (!formats.has(clockRateHz)) formats.set(clockRateHz, payloadType);
  }
  return formats;
}

/** Events at the codec's own clock rate, or at 8 kHz, which phones offer beside Opus. */
export function keyFormatFor(
  offered: ReadonlyMap<number, number>,
  { clockRateHz: codecRateHz, payloadType: codecType }: OfferedCodec,
): KeyFormat | undefined {
  for (const clockRateHz of [codecRateHz, 8_000, 48_000]) {
    const payloadType = offered.get(clockRateHz);
    if (payloadType !== undefined && payloadType !== codecType) return { payloadType, clockRateHz };
  }
  return undefined;
}
