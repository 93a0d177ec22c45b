import type { MediaDescription } from 'sdp-transform';
import type { AudioCodecName, FormatMap, OfferedCodec } from './offer.js';

/** With rtcp-mux, 64 to 95 conflict with RTCP packet types (RFC 5761, 4). */
const isPayloadType = (value: number) =>
  Number.isInteger(value) && value >= 0 && value <= 127 && !(value >= 64 && value <= 95);

/** Static payload types, which need no `a=rtpmap` line (RFC 3551, 6). */
const STATIC_CODECS: Readonly<Record<number, AudioCodecName>> = { 0: 'PCMU', 8: 'PCMA', 9: 'G722' };

/** Codecs of browsers; G.722 is for phones only. */
const WEB_CODECS: readonly AudioCodecName[] = ['opus', 'PCMU', 'PCMA'];

/** Supported codecs of a browser: Opus first, then G.711, otherwise in the offer's order. */
export function webCodecs(section: MediaDescription): readonly OfferedCodec[] {
  const codecs = offeredCodecs(section, WEB_CODECS);
  return [...codecs.filter(({ name }) => name === 'opus'), ...codecs.filter(({ name }) => name !== 'opus')];
}

/** The codecs of an audio section that are in `spoken`, in the offer's order. */
export function offeredCodecs(
  section: MediaDescription,
  spoken: readonly AudioCodecName[],
): readonly OfferedCodec[] {
  const payloadTypes = String(section.payloads ?? '')
    .trim()
    .split(' ')
    .map(Number)
    .filter(isPayloadType);
  return payloadTypes
    .map((payloadType) => codecOf(section, payloadType))
    .filter((codec) => codec !== undefined)
    .filter(({ name }) => spoken.includes(name));
}

function codecOf(section: MediaDescription, payloadType: number): OfferedCodec | undefined {
  const map = section.rtp.find(({ payload }) => payload === payloadType);
  const name = map ? knownName(String(map.codec), map.rate, map.encoding) : STATIC_CODECS[payloadType];
  if (!name) return undefined;
  return {
    name,
    payloadType,
    clockRateHz: name === 'opus' ? 48_000 : 8_000,
    parameters: formatParameters(section, payloadType),
  };
}

/** Opus is always announced as 48 kHz with two channels (RFC 7587, 4.1). */
function knownName(
  codec: string,
  rate: string | number | undefined,
  channels: string | number | undefined,
): AudioCodecName | undefined {
  const name = codec.toUpperCase();
  if (name === 'OPUS' && rate === 48_000 && channels === 2) return 'opus';
  if ((name === 'PCMU' || name === 'PCMA' || name === 'G722') && rate === 8_000 && (channels ?? 1) === 1)
    return name;
  return undefined;
}

function formatParameters(section: MediaDescription, payloadType: number): ReadonlyMap<string, string> {
  const config = section.fmtp.find(({ payload }) => payload === payloadType)?.config;
  const parameters = new Map<string, string>();
  for (const item of String(config ?? '').split(';')) {
    const [key = '', value = ''] = item.trim().split('=', 2);
    if (key !== '') parameters.set(key.toLowerCase(), value);
  }
  return parameters;
}

/** The well-formed `a=rtpmap` line of a format, for any codec. */
export function formatMapOf(section: MediaDescription, format: string): FormatMap | undefined {
  const map = section.rtp.find(({ payload }) => String(payload) === format);
  if (!map || typeof map.payload !== 'number' || typeof map.rate !== 'number') return undefined;
  const channels = typeof map.encoding === 'number' ? map.encoding : undefined;
  return { payloadType: map.payload, codec: String(map.codec), clockRateHz: map.rate, channels };
}
