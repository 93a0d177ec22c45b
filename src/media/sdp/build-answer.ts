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

/** What the server puts into an answer. */
export interface AnswerTerms {
  /** Decimal digits; stays the same through all answers of a session (RFC 8866, 5.2). */
  readonly originId: string;
  readonly originVersion: number;
  readonly codec: OfferedCodec;
  /** How the caller's keys come; absent where it has not offered to send any. */
  readonly keys?: KeyFormat | undefined;
  /** Whether the caller should send nothing while there is nothing to hear (DTX). */
  readonly discontinuous: boolean;
  /** Rate above which the server has no use for the caller's audio; 48,000 sets no limit. */
  readonly maxPlaybackRateHz: number;
  /** Seen from the server. */
  readonly direction: MediaDirection;
  readonly setup: 'active' | 'passive';
  readonly iceUsernameFragment: string;
  readonly icePassword: string;
  /** SHA-256 of the worker's certificate. */
  readonly fingerprint: string;
  readonly candidates: readonly AnswerCandidate[];
  /** The stream that the server sends; absent when it sends none. */
  readonly stream: { readonly ssrc: number; readonly cname: string } | undefined;
}

/** What the server does with a section whose client does the given (RFC 3264, 6.1). */
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

/** Writes the answer (RFC 8829, 5.3): the audio section as agreed, every other section refused with port 0. */
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
 * Port 0 says it all (RFC 3264, 6). The rest is for libraries that read a section before they see that it is
 * refused: Pion wants to know its format, and aiortc wants a transport in it.
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

/** How the caller should code (RFC 7587, 6.1): mono is the default, and loss is repaired from the next packet. */
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

/** The candidate as a line of its own, for an `ice-candidate` frame. */
export function candidateLine(candidate: AnswerCandidate): string {
  const { foundation, protocol, priority, address, port } = candidate;
  const suffix = protocol === 'tcp' ? ' tcptype passive' : '';
  return `candidate:${foundation} 1 ${protocol} ${priority} ${address} ${port} typ host${suffix}`;
}
