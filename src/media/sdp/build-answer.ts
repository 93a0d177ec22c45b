import sdpTransform, { type MediaDescription } from 'sdp-transform';
import { KEY_EVENTS, type KeyFormat } from './telephone-events.js';
import type { AudioOffer, MediaDirection, OfferedCodec, OfferedSection } from './offer.js';

const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid';

export interface AnswerCandidate {
  readonly foundation: string;
  readonly priority: number;
  readonly address: string;
  readonly port: number;
  readonly protocol: 'udp' | 'tcp';
}

/** The server's parameters in an answer. */
export interface AnswerTerms {
  /** Decimal digits; the same in all answers of a session (RFC 8866, 5.2). */
  readonly originId: string;
  readonly originVersion: number;
  readonly codec: OfferedCodec;
  /** The format of the caller's DTMF; absent if not offered. */
  readonly keys?: KeyFormat | undefined;
  /** Whether the caller should send nothing during silence (DTX). */
  readonly discontinuous: boolean;
  /** Highest useful sample rate of caller audio; 48,000 for no limit. */
  readonly maxPlaybackRateHz: number;
  /** From the server's view. */
  readonly direction: MediaDirection;
  readonly setup: 'active' | 'passive';
  readonly iceUsernameFragment: string;
  readonly icePassword: string;
  /** SHA-256 of the worker's certificate. */
  readonly fingerprint: string;
  readonly candidates: readonly AnswerCandidate[];
  /** The server's stream; absent if it sends none. */
  readonly stream: { readonly ssrc: number; readonly cname: string } | undefined;
}

/** The server's direction for a client's direction (RFC 3264, 6.1). */
export function reverseDirection(direction: MediaDirection): MediaDirection {
  switch (direction) {
    case 'sendonly':
      return 'recvonly';
    case 'recvonly':
      return 'sendonly';
    case 'sendrecv':
    case 'inactive':
      return direction;
  }
}

/** Builds the answer (RFC 8829, 5.3): the audio section as negotiated, every other section rejected with port 0. */
export function buildAnswer(offer: AudioOffer, terms: AnswerTerms): string {
  const media = offer.sections.map((section, index) =>
    index === offer.audioIndex ? audioSection(offer, terms) : refusedSection(section, terms),
  );
  return sdpTransform.write({
    version: 0,
    origin: {
      username: '-',
      sessionId: terms.originId,
      sessionVersion: terms.originVersion,
      netType: 'IN',
      ipVer: 4,
      address: '127.0.0.1',
    },
    name: '-',
    timing: { start: 0, stop: 0 },
    icelite: 'ice-lite',
    ...(offer.bundled && offer.mid !== undefined && { groups: [{ type: 'BUNDLE', mids: offer.mid }] }),
    msidSemantic: { semantic: 'WMS', token: '*' },
    media,
  });
}

/**
 * Port 0 suffices for a rejection (RFC 3264, 6). The rest is for libraries that parse a section before they check the
 * port: Pion needs a format, and aiortc a transport.
 */
function refusedSection(section: OfferedSection, terms: AnswerTerms): MediaDescription {
  const { formatMap: map } = section;
  return {
    type: section.kind,
    port: 0,
    protocol: section.protocol,
    payloads: section.format,
    connection: { version: 4, ip: '0.0.0.0' },
    rtp: map
      ? [{ payload: map.payloadType, codec: map.codec, rate: map.clockRateHz, encoding: map.channels }]
      : [],
    fmtp: [],
    ...transportOf(terms),
    mid: section.mid,
    direction: 'inactive',
    ...(section.protocol.includes('RTP/') && { rtcpMux: 'rtcp-mux' }),
  };
}

function transportOf(terms: AnswerTerms) {
  return {
    setup: terms.setup,
    iceUfrag: terms.iceUsernameFragment,
    icePwd: terms.icePassword,
    fingerprint: { type: 'sha-256', hash: terms.fingerprint },
  };
}

function audioSection(offer: AudioOffer, terms: AnswerTerms): MediaDescription {
  const { codec, keys, stream } = terms;
  const first = terms.candidates.find(({ protocol }) => protocol === 'udp') ?? terms.candidates[0];
  const isIpv6 = first?.address.includes(':') ?? false;
  return {
    type: 'audio',
    port: first?.port ?? 9,
    protocol: offer.sections[offer.audioIndex]?.protocol ?? 'UDP/TLS/RTP/SAVPF',
    payloads: [codec, ...(keys ? [keys] : [])].map(({ payloadType }) => payloadType).join(' '),
    connection: { version: isIpv6 ? 6 : 4, ip: first?.address ?? '0.0.0.0' },
    rtp: [
      {
        payload: codec.payloadType,
        codec: codec.name,
        rate: codec.clockRateHz,
        ...(codec.name === 'opus' && { encoding: 2 }),
      },
      ...(keys ? [{ payload: keys.payloadType, codec: 'telephone-event', rate: keys.clockRateHz }] : []),
    ],
    fmtp: [
      ...(codec.name === 'opus' ? [{ payload: codec.payloadType, config: opusParameters(terms) }] : []),
      ...(keys ? [{ payload: keys.payloadType, config: KEY_EVENTS }] : []),
    ],
    ...(offer.midExtensionId !== undefined && { ext: [{ value: offer.midExtensionId, uri: MID_EXTENSION }] }),
    ...transportOf(terms),
    mid: offer.mid,
    ptime: 20,
    direction: terms.direction,
    candidates: terms.candidates.map(candidateFields),
    endOfCandidates: 'end-of-candidates',
    ...(stream && {
      msid: [{ id: stream.cname, appdata: 'agent' }],
      ssrcs: [{ id: stream.ssrc, attribute: 'cname', value: stream.cname }],
    }),
    rtcpMux: 'rtcp-mux',
    ...(offer.reducedSizeRtcp && { rtcpRsize: 'rtcp-rsize' }),
  };
}

/** Coding parameters for the caller (RFC 7587, 6.1): mono is the default, and in-band FEC repairs loss. */
function opusParameters({ discontinuous, maxPlaybackRateHz }: AnswerTerms): string {
  const dtx = discontinuous ? ';usedtx=1' : '';
  const limit = maxPlaybackRateHz < 48_000 ? `;maxplaybackrate=${maxPlaybackRateHz}` : '';
  return `minptime=10;useinbandfec=1${dtx}${limit}`;
}

function candidateFields(candidate: AnswerCandidate): Record<string, string | number | undefined> {
  return {
    foundation: candidate.foundation,
    component: 1,
    transport: candidate.protocol,
    priority: candidate.priority,
    ip: candidate.address,
    port: candidate.port,
    type: 'host',
    ...(candidate.protocol === 'tcp' && { tcptype: 'passive' }),
  };
}

/** The candidate as a line for an `ice-candidate` frame. */
export function candidateLine(candidate: AnswerCandidate): string {
  const { foundation, protocol, priority, address, port } = candidate;
  const suffix = protocol === 'tcp' ? ' tcptype passive' : '';
  return `candidate:${foundation} 1 ${protocol} ${priority} ${address} ${port} typ host${suffix}`;
}
