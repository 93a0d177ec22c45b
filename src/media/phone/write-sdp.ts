import { isIPv6 } from 'node:net';
import type { AudioCodecName, MediaDirection, OfferedCodec } from '../sdp/offer.js';
import { KEY_EVENTS, type KeyFormat } from '../sdp/telephone-events.js';
import { CRYPTO_SUITE, type PhoneDescription } from './phone-sdp.js';

/** Our own part of every SDP in one call. */
export interface OwnDescription {
  readonly originId: number;
  readonly version: number;
  readonly address: string;
  readonly port: number;
  /** From our view. */
  readonly direction: MediaDirection;
  /** Set if audio is encrypted: our key, and the tag of the crypto line that it answers. */
  readonly crypto: { readonly tag: number; readonly key: Buffer } | undefined;
  readonly maxPlaybackRateHz: number;
}

/** Payload types of our offers; those from 96 on are dynamic (RFC 3551, 3). */
const OFFERED: Readonly<Record<AudioCodecName, { payloadType: number; clockRateHz: 8_000 | 48_000 }>> = {
  opus: { payloadType: 96, clockRateHz: 48_000 },
  G722: { payloadType: 9, clockRateHz: 8_000 },
  PCMU: { payloadType: 0, clockRateHz: 8_000 },
  PCMA: { payloadType: 8, clockRateHz: 8_000 },
};
const OFFERED_KEYS = 101;
const PACKET_MS = 20;

export interface AgreedFormats {
  readonly codec: OfferedCodec;
  readonly keys: KeyFormat | undefined;
}

/** The answer to an offer: one codec, every other section rejected (RFC 3264, 6). */
export function writePhoneAnswer(
  offer: PhoneDescription,
  { codec, keys }: AgreedFormats,
  own: OwnDescription,
): string {
  const sections = offer.sections.flatMap(({ kind, protocol, format }, index) =>
    index === offer.audioIndex
      ? audioSection(own, offer.protocol, [codec], keys ? [keys] : [], offer.multiplexesControl)
      : [`m=${kind} 0 ${protocol} ${format}`],
  );
  return lines([...sessionPart(own), ...sections]);
}

/** Payload types that both sides know already must not change (RFC 3264, 8.3.2). */
export interface KnownFormats {
  readonly codecs: readonly { readonly name: AudioCodecName; readonly payloadType: number }[];
  readonly keys?: { readonly payloadType: number; readonly clockRateHz: number } | undefined;
}

/** Our offer, for callers that request one and for outbound and resumed calls. */
export function writePhoneOffer(
  codecs: readonly AudioCodecName[],
  own: OwnDescription,
  known: KnownFormats = { codecs: [] },
): string {
  const taken = new Set([...known.codecs, ...(known.keys ? [known.keys] : [])].map((one) => one.payloadType));
  const free = (wanted: number): number => {
    let payloadType = wanted;
    while (payloadType >= 96 && taken.has(payloadType)) payloadType += 1;
    taken.add(payloadType);
    return payloadType;
  };
  const offered = codecs.map((name) => ({
    name,
    parameters: new Map<string, string>(),
    clockRateHz: OFFERED[name].clockRateHz,
    payloadType:
      known.codecs.find((codec) => codec.name === name)?.payloadType ?? free(OFFERED[name].payloadType),
  }));
  const keys = [known.keys ?? { payloadType: free(OFFERED_KEYS), clockRateHz: 8_000 }];
  const protocol = own.crypto ? 'RTP/SAVP' : 'RTP/AVP';
  return lines([...sessionPart(own), ...audioSection(own, protocol, offered, keys, false)]);
}

function sessionPart({ originId, version, address }: OwnDescription): string[] {
  const place = `IN ${isIPv6(address) ? 'IP6' : 'IP4'} ${address}`;
  return ['v=0', `o=earshot ${originId} ${version} ${place}`, 's=-', `c=${place}`, 't=0 0'];
}

function audioSection(
  own: OwnDescription,
  protocol: string,
  codecs: readonly OfferedCodec[],
  keys: readonly KeyFormat[],
  multiplexesControl: boolean,
): string[] {
  const types = [...codecs, ...keys].map(({ payloadType }) => payloadType);
  const { crypto } = own;
  return [
    `m=audio ${own.port} ${protocol} ${types.join(' ')}`,
    ...codecs.flatMap((codec) => formatLines(codec, own.maxPlaybackRateHz)),
    ...keys.flatMap(({ payloadType, clockRateHz }) => [
      `a=rtpmap:${payloadType} telephone-event/${clockRateHz}`,
      `a=fmtp:${payloadType} ${KEY_EVENTS}`,
    ]),
    ...(crypto ? [`a=crypto:${crypto.tag} ${CRYPTO_SUITE} inline:${crypto.key.toString('base64')}`] : []),
    ...(multiplexesControl ? ['a=rtcp-mux'] : []),
    `a=ptime:${PACKET_MS}`,
    `a=${own.direction}`,
  ];
}

function formatLines({ name, payloadType }: OfferedCodec, maxPlaybackRateHz: number): string[] {
  if (name !== 'opus') return [`a=rtpmap:${payloadType} ${name}/8000`];
  return [
    `a=rtpmap:${payloadType} opus/48000/2`,
    `a=fmtp:${payloadType} useinbandfec=1;stereo=0;maxplaybackrate=${maxPlaybackRateHz}`,
  ];
}

const lines = (parts: readonly string[]): string => `${parts.join('\r\n')}\r\n`;
