import type { SdpRefusal } from '../media-session.js';

/** The audio codecs that a call can speak; the name is that of the RTP payload format's registration. */
export type AudioCodecName = 'opus' | 'G722' | 'PCMU' | 'PCMA';

export interface OfferedCodec {
  readonly name: AudioCodecName;
  /** As the offer numbers it, 0 to 127. */
  readonly payloadType: number;
  readonly clockRateHz: 8_000 | 48_000;
  /** Format parameters of the offer (`a=fmtp`), keys in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
export type FingerprintAlgorithm = 'sha-1' | 'sha-224' | 'sha-256' | 'sha-384' | 'sha-512';

/** One `m=` section, as far as an answer that refuses it must repeat it. */
export interface OfferedSection {
  readonly kind: string;
  readonly protocol: string;
  /** The first of its formats: an answer must name one, also where it takes none (RFC 3264, 6). */
  readonly format: string;
  /** What the format means, where the offer says so. */
  readonly formatMap: FormatMap | undefined;
  readonly mid: string | undefined;
}

/** An `a=rtpmap` line. */
export interface FormatMap {
  readonly payloadType: number;
  readonly codec: string;
  readonly clockRateHz: number;
  readonly channels: number | undefined;
}

/** An offer that has been checked in full: everything here is well-formed and usable. */
export interface AudioOffer {
  /** Every section of the offer, in order; an answer has the same ones. */
  readonly sections: readonly OfferedSection[];
  /** Which of the sections carries the call's audio. */
  readonly audioIndex: number;
  readonly mid: string | undefined;
  /** The audio section stands in a BUNDLE group. */
  readonly bundled: boolean;
  /** Acceptable codecs, in the offer's order of preference. */
  readonly codecs: readonly OfferedCodec[];
  /** Payload types of telephone-event (RFC 4733) by clock rate. */
  readonly keys: ReadonlyMap<number, number>;
  /** Seen from the client. */
  readonly direction: MediaDirection;
  /** Seen from the client. */
  readonly setup: 'active' | 'passive' | 'actpass';
  readonly iceUsernameFragment: string;
  readonly icePassword: string;
  readonly fingerprint: { readonly algorithm: FingerprintAlgorithm; readonly value: string };
  /** The stream that the client announces to send; absent when it announces none. */
  readonly ssrc: number | undefined;
  /** Id of the header extension that carries the mid (RFC 9143, 15), when offered. */
  readonly midExtensionId: number | undefined;
  readonly reducedSizeRtcp: boolean;
  /** The longest packets that the client takes or wants (RFC 8866, 6.4), in milliseconds; undefined: any. */
  readonly maxPacketMs: number | undefined;
}

export const clientSends = ({ direction }: AudioOffer) =>
  direction === 'sendrecv' || direction === 'sendonly';
export const clientReceives = ({ direction }: AudioOffer) =>
  direction === 'sendrecv' || direction === 'recvonly';

/** Whether the client announces how to recognise its packets: by ssrc or mid. */
export const announcesStream = ({ ssrc, midExtensionId }: AudioOffer) =>
  ssrc !== undefined || midExtensionId !== undefined;

export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: SdpRefusal };

export function refuse(code: SdpRefusal['code'], message: string): { ok: false; refusal: SdpRefusal } {
  return { ok: false, refusal: { code, message } };
}
