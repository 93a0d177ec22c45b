import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { MediaDescription, SessionDescription } from 'sdp-transform';
import { offeredCodecs } from '../sdp/codecs.js';
import {
  type AudioCodecName,
  type MediaDirection,
  type OfferedCodec,
  type Parsed,
  refuseSdp,
} from '../sdp/offer.js';
import { readLines } from '../sdp/read-lines.js';
import { offeredKeyFormats } from '../sdp/telephone-events.js';
import { tidySdp } from './tidy-sdp.js';

/** The SRTP suite that every SDES phone supports (RFC 4568, 6.2). */
export const CRYPTO_SUITE = 'AES_CM_128_HMAC_SHA1_80';
/** A 128-bit master key and a 112-bit master salt in base64. */
const KEY_CHARACTERS = 40;
/** Hold in the style of RFC 2543, also for IPv6. */
export const NOWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

interface PhoneCrypto {
  readonly tag: number;
  /** Master key and salt, 30 bytes. */
  readonly key: Buffer;
}

/** The peer as described by its SDP, fully validated. */
export interface PhoneDescription {
  /** All sections in order; an answer must repeat those that it rejects. */
  readonly sections: readonly { readonly kind: string; readonly protocol: string; readonly format: string }[];
  readonly audioIndex: number;
  /** Codecs that both sides support, in the peer's order of preference (RFC 3264, 6.1). */
  readonly codecs: readonly OfferedCodec[];
  /** Payload types of telephone-event (RFC 4733) by clock rate. */
  readonly keys: ReadonlyMap<number, number>;
  readonly address: string;
  readonly port: number;
  readonly controlPort: number;
  readonly multiplexesControl: boolean;
  /** From the peer's view. */
  readonly direction: MediaDirection;
  /** The profile as written: `RTP/AVP`, `RTP/SAVP`, ... */
  readonly protocol: string;
  readonly crypto: PhoneCrypto | undefined;
}

/**
 * Parses the SDP of a phone, trunk or PBX (RFC 3264). The first usable audio section counts: some phones offer audio
 * twice, encrypted and unencrypted.
 * @param spoken Permitted codecs; others are ignored.
 * @param needsEncryption Ignores unencrypted sections.
 */
export function parsePhoneSdp(
  sdp: string,
  spoken: readonly AudioCodecName[],
  needsEncryption = false,
): Parsed<PhoneDescription> {
  const read = readLines(tidySdp(sdp));
  if (!read.ok) return read;
  const session = read.value;
  const enabled = session.media.filter(({ type, port }) => type === 'audio' && Number(port) !== 0);
  if (enabled.length === 0) return refuseSdp('NO_AUDIO', 'The offer has no enabled audio section.');
  let refused: Parsed<PhoneDescription> | undefined;
  for (const audio of enabled) {
    const described = describe(session, audio, spoken, needsEncryption);
    if (described.ok) return described;
    refused ??= described;
  }
  return refused ?? refuseSdp('NO_AUDIO', 'The offer has no enabled audio section.');
}

function describe(
  session: SessionDescription,
  audio: MediaDescription,
  spoken: readonly AudioCodecName[],
  needsEncryption: boolean,
): Parsed<PhoneDescription> {
  const protocol = String(audio.protocol);
  const crypto = usableCrypto(audio);
  const refused = faultOf(protocol, crypto, needsEncryption);
  if (refused) return refused;
  const codecs = offeredCodecs(audio, spoken);
  if (codecs.length === 0) {
    return refuseSdp('NO_COMMON_CODEC', `The offer has none of the codecs ${spoken.join(', ')}.`);
  }
  const address = addressOf(audio, session);
  if (address === undefined) return NO_ADDRESS;
  const port = Number(audio.port);
  if (port > 65_535) return refuseSdp('MALFORMED_SDP', 'The port of the audio section is above 65535.');
  return {
    ok: true,
    value: {
      ...{ codecs, address, port, protocol, crypto, ...controlOf(audio, port) },
      sections: session.media.map(({ type, protocol: profile, payloads }) => ({
        kind: String(type),
        protocol: String(profile),
        format: String(payloads).trim().split(' ', 1)[0] ?? '0',
      })),
      audioIndex: session.media.indexOf(audio),
      keys: offeredKeyFormats(audio),
      direction: NOWHERE.has(address) ? 'inactive' : directionOf(audio, session),
    },
  };
}

const NO_ADDRESS = refuseSdp(
  'MALFORMED_SDP',
  'The audio section has no address of one phone (c=IN IP4 or c=IN IP6; no name, no group).',
);

/** Why the transport of a section is unusable. */
function faultOf(protocol: string, crypto: PhoneCrypto | undefined, needsEncryption: boolean) {
  if (!/^RTP\/S?AVPF?$/.test(protocol)) {
    return refuseSdp('UNSUPPORTED_TRANSPORT', 'The audio section must use RTP/AVP or RTP/SAVP (SDES).');
  }
  if (protocol.startsWith('RTP/SAVP')) {
    const words = `RTP/SAVP needs a line a=crypto with ${CRYPTO_SUITE}.`;
    return crypto ? undefined : refuseSdp('UNSUPPORTED_TRANSPORT', words);
  }
  if (!needsEncryption) return undefined;
  return refuseSdp(
    'UNSUPPORTED_TRANSPORT',
    'This line takes encrypted audio only: offer RTP/SAVP with a line a=crypto (SDES).',
  );
}

/** The destination of RTCP: the RTP port (rtcp-mux), the announced one, or the next port. */
function controlOf(audio: MediaDescription, port: number) {
  const multiplexesControl = audio.rtcpMux !== undefined;
  const controlPort = multiplexesControl ? port : Number(audio.rtcp?.port ?? port + 1);
  return {
    multiplexesControl,
    controlPort: controlPort > 0 && controlPort <= 65_535 ? controlPort : port,
  };
}

/** Normalised as packets show it: IPv6 in short form and lower case. */
function addressOf(audio: MediaDescription, session: SessionDescription): string | undefined {
  const { ip, version } = audio.connection ?? session.connection ?? {};
  const written = String(ip ?? '');
  if (isIP(written) !== Number(version) || written.includes('%')) return undefined;
  if (ipaddr.parse(written).range() === 'multicast') return undefined;
  return isIPv6(written) ? ipaddr.IPv6.parse(written).toRFC5952String() : written;
}

function directionOf(audio: MediaDescription, session: SessionDescription): MediaDirection {
  const direction = audio.direction ?? session.direction;
  return direction === 'sendonly' || direction === 'recvonly' || direction === 'inactive'
    ? direction
    : 'sendrecv';
}

export const isEncrypted = ({ crypto, protocol }: PhoneDescription): boolean =>
  crypto !== undefined && protocol.startsWith('RTP/SAVP');

function usableCrypto({ crypto = [] }: MediaDescription): PhoneCrypto | undefined {
  for (const { id, suite, config } of crypto) {
    if (suite !== CRYPTO_SUITE) continue;
    // A lifetime is accepted because it covers at least 2^31 packets, more than a year of speech; key indexes (MKI) are
    // not supported.
    const [, key = '', rest = ''] =
      /^inline:([A-Za-z0-9+/]{40})={0,2}((?:\|[^\s|]+)*)/.exec(String(config)) ?? [];
    if (key.length === KEY_CHARACTERS && !rest.includes(':')) {
      return { tag: Number(id), key: Buffer.from(key, 'base64') };
    }
  }
  return undefined;
}
