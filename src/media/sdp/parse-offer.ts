import type { MediaDescription, SessionDescription, SharedDescription } from 'sdp-transform';
import { formatMapOf, webCodecs } from './codecs.js';
import {
  type AudioOffer,
  type FingerprintAlgorithm,
  type MediaDirection,
  type OfferedSection,
  type Parsed,
  refuseSdp,
} from './offer.js';
import { readLines } from './read-lines.js';
import { offeredKeyFormats } from './telephone-events.js';

const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid';
/** DTLS-SRTP profiles (RFC 5764, 8), and the name without transport used by old clients. */
const DTLS_SRTP_PROTOCOLS = /^(?:(?:UDP|TCP)\/TLS\/)?RTP\/SAVPF?$/;
/** RFC 8839, 5.4: ice-char, 4 to 256 and 22 to 256 of them. */
const ICE_USERNAME_FRAGMENT = /^[A-Za-z0-9+/]{4,256}$/;
const ICE_PASSWORD = /^[A-Za-z0-9+/]{22,256}$/;
/** Some clients use base64url or pad with `=`; ICE works with them, so they are accepted. */
const LIBERAL_ICE = /^[\x21-\x7e]+$/;
const MID = /^[\x21-\x7e]{1,32}$/;
const FINGERPRINT_BYTES: Readonly<Record<FingerprintAlgorithm, number>> = {
  'sha-1': 20,
  'sha-224': 28,
  'sha-256': 32,
  'sha-384': 48,
  'sha-512': 64,
};

/** Parses a client's offer (RFC 8829, 5.8), or explains in words fit for the client why it cannot be answered. */
export function parseOffer(sdp: string): Parsed<AudioOffer> {
  const read = readLines(sdp);
  if (!read.ok) return read;
  const session = read.value;
  const mids = session.media.map((section) => textOf(section.mid));
  if (mids.some((mid) => mid !== undefined && !MID.test(mid))) {
    return refuseSdp('MALFORMED_SDP', 'An attribute a=mid is malformed.');
  }
  const named = mids.filter((mid) => mid !== undefined);
  if (new Set(named).size !== named.length) {
    return refuseSdp('MALFORMED_SDP', 'Two media sections have the same a=mid.');
  }
  return parseAudioSection(session);
}

function parseAudioSection(session: SessionDescription): Parsed<AudioOffer> {
  const bundle = bundledMids(session);
  const audioSections = session.media.filter((section) => section.type === 'audio');
  if (audioSections.length === 0) return refuseSdp('NO_AUDIO', 'The offer has no audio section.');
  const usable = audioSections.filter((section) => isEnabled(section, bundle));
  if (usable.length === 0)
    return refuseSdp('NO_AUDIO', 'Every audio section of the offer is disabled (port 0).');
  const audio = usable.find((section) => webCodecs(section).length > 0);
  if (!audio) {
    return refuseSdp(
      'NO_COMMON_CODEC',
      'The offer has none of the codecs opus/48000/2, PCMU/8000 and PCMA/8000.',
    );
  }
  const protocol = String(audio.protocol);
  if (!DTLS_SRTP_PROTOCOLS.test(protocol)) {
    return refuseSdp('UNSUPPORTED_TRANSPORT', 'The audio section must use DTLS-SRTP (UDP/TLS/RTP/SAVPF).');
  }
  if (audio.rtcpMux === undefined) {
    return refuseSdp('UNSUPPORTED_TRANSPORT', 'The audio section must multiplex RTP and RTCP (a=rtcp-mux).');
  }
  if ((audio.icelite ?? session.icelite) !== undefined) {
    return refuseSdp(
      'UNSUPPORTED_TRANSPORT',
      'The server is ICE-lite, so the client must not be (a=ice-lite).',
    );
  }
  return withTransport(session, audio, bundle);
}

function withTransport(
  session: SessionDescription,
  audio: MediaDescription,
  bundle: ReadonlySet<string>,
): Parsed<AudioOffer> {
  const mid = textOf(audio.mid);
  const bundled = mid !== undefined && bundle.has(mid);
  const transport = parseTransport(transportLevels(session, audio, bundled ? bundle : undefined));
  if (!transport.ok) return transport;

  const direction = parseDirection(textOf(audio.direction ?? session.direction));
  const ssrc = announcedSsrc(audio);
  const midExtensionId = mid === undefined ? undefined : findMidExtension(audio, session);
  const sends = direction === 'sendrecv' || direction === 'sendonly';
  if (sends && ssrc === undefined && midExtensionId === undefined) {
    return refuseSdp(
      'UNSUPPORTED_TRANSPORT',
      'The audio section must announce the stream that it sends: add a line like a=ssrc:1234567 cname:caller, or a=mid and the header ' +
        `extension ${MID_EXTENSION} (a=extmap).`,
    );
  }
  return {
    ok: true,
    value: {
      sections: session.media.map(describeSection),
      audioIndex: session.media.indexOf(audio),
      mid,
      bundled,
      codecs: webCodecs(audio),
      keys: offeredKeyFormats(audio),
      direction,
      ...transport.value,
      ssrc,
      midExtensionId,
      reducedSizeRtcp: audio.rtcpRsize !== undefined,
      maxPacketMs: longestPacketMs(audio),
    },
  };
}

/**
 * Where a section's transport attributes may be, nearest first. A bundled section may leave them to the first section
 * of its group (RFC 9143, 7.1.3).
 */
function transportLevels(
  session: SessionDescription,
  audio: MediaDescription,
  bundle: ReadonlySet<string> = new Set(),
): SharedDescription[] {
  const [taggedMid] = bundle;
  const tagged =
    taggedMid === undefined ? [] : session.media.filter((section) => textOf(section.mid) === taggedMid);
  return [audio, ...tagged, session];
}

type Transport = Pick<AudioOffer, 'setup' | 'iceUsernameFragment' | 'icePassword' | 'fingerprint'>;

function parseTransport(levels: readonly SharedDescription[]): Parsed<Transport> {
  const find = <K extends keyof SharedDescription>(key: K) =>
    levels.find((level) => level[key] !== undefined)?.[key];
  const iceUsernameFragment = textOf(find('iceUfrag')) ?? '';
  const icePassword = textOf(find('icePwd')) ?? '';
  if (!isIceText(iceUsernameFragment, ICE_USERNAME_FRAGMENT, 4)) {
    return refuseSdp('MALFORMED_SDP', 'The offer has no valid a=ice-ufrag (4 to 256 characters).');
  }
  if (!isIceText(icePassword, ICE_PASSWORD, 22)) {
    return refuseSdp('MALFORMED_SDP', 'The offer has no valid a=ice-pwd (22 to 256 characters).');
  }
  const fingerprint = parseFingerprint(find('fingerprint'));
  if (!fingerprint) {
    return refuseSdp('MALFORMED_SDP', 'The offer has no valid a=fingerprint (sha-1, or sha-224 to sha-512).');
  }
  const setup = parseSetup(textOf(find('setup')));
  if (!setup)
    return refuseSdp('MALFORMED_SDP', 'The offer has no valid a=setup (actpass, active or passive).');
  return { ok: true, value: { setup, iceUsernameFragment, icePassword, fingerprint } };
}

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

function describeSection(section: MediaDescription): OfferedSection {
  const [format = ''] = String(section.payloads).trim().split(' ');
  return {
    kind: String(section.type),
    protocol: String(section.protocol),
    format,
    formatMap: formatMapOf(section, format),
    mid: textOf(section.mid),
  };
}

function bundledMids(session: SessionDescription): ReadonlySet<string> {
  const group = session.groups?.find((candidate) => candidate.type === 'BUNDLE');
  return new Set(group ? String(group.mids).trim().split(/\s+/) : []);
}

/** Port 0 disables a section, unless it is offered for the bundle only (RFC 9143, 6). */
function isEnabled(section: MediaDescription, bundle: ReadonlySet<string>): boolean {
  if (Number(section.port) !== 0) return true;
  return section.bundleOnly !== undefined && bundle.has(textOf(section.mid) ?? '');
}

function isIceText(text: string, strict: RegExp, minLength: number): boolean {
  return strict.test(text) || (text.length >= minLength && text.length <= 256 && LIBERAL_ICE.test(text));
}

function parseFingerprint(
  fingerprint: SharedDescription['fingerprint'],
): AudioOffer['fingerprint'] | undefined {
  const name = textOf(fingerprint?.type)?.toLowerCase();
  const algorithm = Object.keys(FINGERPRINT_BYTES).find(
    (known): known is FingerprintAlgorithm => known === name,
  );
  const value = textOf(fingerprint?.hash)?.toUpperCase();
  if (!algorithm || !value || !/^[0-9A-F]{2}(:[0-9A-F]{2})*$/.test(value)) return undefined;
  if (value.split(':').length !== FINGERPRINT_BYTES[algorithm]) return undefined;
  return { algorithm, value };
}

/** The offerer's default is active (RFC 4145, 4.1). */
function parseSetup(setup: string | undefined): AudioOffer['setup'] | undefined {
  if (setup === undefined) return 'active';
  return setup === 'active' || setup === 'passive' || setup === 'actpass' ? setup : undefined;
}

/** The default is sendrecv (RFC 8866, 6.7). */
function parseDirection(direction: string | undefined): MediaDirection {
  return direction === 'sendonly' || direction === 'recvonly' || direction === 'inactive'
    ? direction
    : 'sendrecv';
}

function announcedSsrc(audio: MediaDescription): number | undefined {
  const ssrc = Number(audio.ssrcs?.[0]?.id);
  return Number.isInteger(ssrc) && ssrc > 0 && ssrc <= 0xffff_ffff ? ssrc : undefined;
}

/** A preferred length counts as the maximum: longer packets would gain nothing. */
function longestPacketMs({ ptime, maxptime }: MediaDescription): number | undefined {
  const named = [ptime, maxptime].map(Number).filter((ms) => ms > 0);
  return named.length > 0 ? Math.min(...named) : undefined;
}

/** Ids 1 to 14 fit the one-byte form and up to 255 the two-byte form (RFC 8285, 4.2 and 4.3); the worker reads both. */
function findMidExtension(audio: MediaDescription, session: SessionDescription): number | undefined {
  const extension = [...(audio.ext ?? []), ...(session.ext ?? [])].find(({ uri }) => uri === MID_EXTENSION);
  const id = Number(extension?.value);
  return Number.isInteger(id) && id >= 1 && id <= 255 && id !== 15 ? id : undefined;
}
