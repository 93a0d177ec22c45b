import type { SdpRefusal } from '../media-session.js';

/** Supported audio codecs, named as in the RTP payload format registry. */
export type AudioCodecName = 'opus' | 'G722' | 'PCMU' | 'PCMA';

export interface OfferedCodec {
  readonly name: AudioCodecName;
  /** As numbered in the offer, 0 to 127. */
  readonly payloadType: number;
  readonly clockRateHz: 8_000 | 48_000;
  /** Format parameters of the offer (`a=fmtp`), keys in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
export type FingerprintAlgorithm = 'sha-1' | 'sha-224' | 'sha-256' | 'sha-384' | 'sha-512';

/** An `m=` section, as needed to reject it in an answer. */
export interface OfferedSection {
  readonly kind: string;
  readonly protocol: string;
  /** Its first format: an answer must name one even when it rejects the section (RFC 3264, 6). */
  readonly format: string;
  /** The format's `a=rtpmap`, if the offer has it. */
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

/** A fully validated offer: every field is well-formed and usable. */
export interface AudioOffer {
  /** All sections of the offer in order; an answer has the same ones. */
  readonly sections: readonly OfferedSection[];
  /** Index of the section with the call's audio. */
  readonly audioIndex: number;
  readonly mid: string | undefined;
  /** The audio section is in a BUNDLE group. */
  readonly bundled: boolean;
  /** Acceptable codecs, in the offer's order of preference. */
  readonly codecs: readonly OfferedCodec[];
  /** Payload types of telephone-event (RFC 4733) by clock rate. */
  readonly keys: ReadonlyMap<number, number>;
  /** From the client's view. */
  readonly direction: MediaDirection;
  /** From the client's view. */
  readonly setup: 'active' | 'passive' | 'actpass';
  readonly iceUsernameFragment: string;
  readonly icePassword: string;
  readonly fingerprint: { readonly algorithm: FingerprintAlgorithm; readonly value: string };
  /** The announced ssrc of the client's stream. A client that sends announces this, `midExtensionId` or both. */
  readonly ssrc: number | undefined;
  /** Id of the header extension with the mid (RFC 9143, 15), if offered. */
  readonly midExtensionId: number | undefined;
  readonly reducedSizeRtcp: boolean;
  /** Maximum packet length for the client (RFC 8866, 6.4), in milliseconds; undefined for any. */
  readonly maxPacketMs: number | undefined;
}

export const clientSends = ({ direction }: AudioOffer) =>
  direction === 'sendrecv' || direction === 'sendonly';
export const clientReceives = ({ direction }: AudioOffer) =>
  direction === 'sendrecv' || direction === 'recvonly';

export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: SdpRefusal };

export function refuseSdp(code: SdpRefusal['code'], message: string): { ok: false; refusal: SdpRefusal } {
  return { ok: false, refusal: { code, message } };
}
