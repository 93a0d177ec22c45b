import type { AudioCodecName } from '../sdp/offer.js';
import type { MediaClock } from '../rtp/media-clock.js';
import type { AudioRates, AudioSettings } from '../session/session-audio.js';
import type { KeptAudio } from './own-sdp.js';
import type { RtpPair } from './rtp-ports.js';

/** Whether audio is encrypted (SRTP with SDES keys, RFC 4568): as the caller offers, or nothing else. */
export type PhoneSecurity = 'as-offered' | 'required';

export interface PhoneCallRequest extends AudioRates {
  /** Absent where the other side wants our offer; then `answerSdp` is that, and `accept` takes the answer. */
  readonly offerSdp: string | undefined;
  /** Our own address as the other side reaches it. */
  readonly localAddress: string;
  /** Where the call's SIP comes from. */
  readonly signalingAddress: string;
  readonly security: PhoneSecurity;
  /** Which may be spoken; offers of ours have this order. */
  readonly codecs: readonly AudioCodecName[];
  /** What another process had agreed on, where the call goes on here; then there is no `offerSdp`. */
  readonly before?: KeptAudio;
  /** Told of each key that is pressed at the other side. */
  readonly onKey: () => void;
}

/** What a phone call has of this process. */
export interface PhonePlace {
  readonly pair: RtpPair;
  readonly clock: MediaClock;
  readonly audio: AudioSettings;
  /** The call is over after this long without a packet from a caller who is not on hold. */
  readonly silenceTimeoutMs: number;
  readonly onClosed: () => void;
}
