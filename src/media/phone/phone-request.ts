import type { AudioCodecName } from '../sdp/offer.js';
import type { MediaClock } from '../rtp/media-clock.js';
import type { AudioRates, AudioSettings } from '../session/session-audio.js';
import type { KeptAudio } from './own-sdp.js';
import type { RtpPair } from './rtp-ports.js';

/** Encryption (SRTP with SDES keys, RFC 4568): as offered by the caller, or mandatory. */
export type PhoneSecurity = 'as-offered' | 'required';

export interface PhoneCallRequest extends AudioRates {
  /** Absent if the peer wants our offer; `answerSdp` is then the offer, and `accept` takes the answer. */
  readonly offerSdp: string | undefined;
  /** Our address as reachable by the peer. */
  readonly localAddress: string;
  /** Source of the call's SIP. */
  readonly signalingAddress: string;
  readonly security: PhoneSecurity;
  /** Permitted codecs, in the order of our offers. */
  readonly codecs: readonly AudioCodecName[];
  /** Negotiated by another process, for a call that resumes here; there is no `offerSdp` then. */
  readonly before?: KeptAudio;
  /** Called for each key that the peer presses. */
  readonly onKey: () => void;
}

/** A phone call's resources in this process. */
export interface PhonePlace {
  readonly pair: RtpPair;
  readonly clock: MediaClock;
  readonly audio: AudioSettings;
  /** The call ends after this long without a packet from the caller, unless on hold. */
  readonly silenceTimeoutMs: number;
  readonly onClosed: () => void;
}
