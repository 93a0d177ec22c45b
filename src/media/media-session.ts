/**
 * The contract between a call and its media. `media` is the only room that knows mediasoup, SDP and RTP; a call
 * sees sessions, frames of PCM and outcomes.
 */

/** The rates that Opus codes and decodes by itself (RFC 6716, 2.1.1). */
export type SampleRateHz = 8_000 | 16_000 | 24_000 | 48_000;

export interface OpenMediaRequest {
  /** The client's offer, as it came from the wire. */
  readonly offerSdp: string;
  /** Loop the caller's audio back inside the media worker; no frames come out and none go in. */
  readonly loop: boolean;
  readonly inputSampleRateHz: SampleRateHz;
  readonly outputSampleRateHz: SampleRateHz;
}

/**
 * Why an offer can't be answered. The caller's fault, so an outcome and not an error; the message is fit for a
 * client.
 */
export interface SdpRefusal {
  readonly code:
    'MALFORMED_SDP' | 'NO_AUDIO' | 'NO_COMMON_CODEC' | 'UNSUPPORTED_TRANSPORT' | 'INCOMPATIBLE_REOFFER';
  readonly message: string;
}

export type OpenMediaOutcome =
  | { readonly kind: 'answered'; readonly session: MediaSession }
  | { readonly kind: 'refused'; readonly refusal: SdpRefusal };

export type ReofferOutcome =
  | { readonly kind: 'answered'; readonly answerSdp: string }
  | { readonly kind: 'refused'; readonly refusal: SdpRefusal };

export interface LocalCandidate {
  readonly candidate: string;
  readonly sdpMid: string;
  readonly sdpMLineIndex: number;
}

/** One 20 ms frame of the caller, in a pooled buffer that is reused after the handler returns. */
export interface CallerAudioFrame {
  readonly samples: Int16Array;
  /** Holds audio that was made up, because a packet was lost or late. */
  readonly concealed: boolean;
  /**
   * Monotonic time at which its sound ended at the caller, as far as the network tells; never later than now, and
   * never goes back.
   */
  readonly atMs: number;
  /** By how much its sound ended before `atMs`, in milliseconds: more than 0 when it came long after it was spoken. */
  readonly lateMs: number;
}

/**
 * The way of audio to the caller: queues PCM, codes it, and sends it paced with continuous RTP timestamps. Nothing
 * is sent before the session is connected. What is written while the queue is full (MEDIA_SPEECH_QUEUE_MAX_MS) is
 * dropped and counted in `MediaStats.speechOverflowMs`. In a looped session all of it does nothing.
 */
export interface SpeechQueue {
  write(samples: Int16Array): void;
  mark(reached: () => void): void;
  clear(): { readonly sentMs: number; readonly droppedMs: number };
  /** Loudness of what is sent from now on; 1: as it was written. */
  setGain(gain: number): void;
  /** How loud what was sent so many milliseconds ago was: root mean square, 0 to 1; 0 for more than 1,500 ms. */
  levelAgo(agoMs: number): number;
  /** For how long nothing but silence was sent, in milliseconds; Infinity before the first sound. */
  readonly silentForMs: number;
  /**
   * The 20 ms that were sent so many milliseconds ago, at the output rate: a view that is good until the next ones are
   * sent. Empty where they were silent, or for more than 1,500 ms.
   */
  soundAgo(agoMs: number): Int16Array;
  readonly queuedMs: number;
}

/** Who ended a phone call and how, as its signaling says. */
export interface HangUp {
  readonly by: 'caller' | 'agent';
  /** `bye`, `cancelled`, `no-ack`, `session-expired` or `unknown-to-peer`. */
  readonly how: string;
  /** Of Q.850, or a status of SIP (RFC 3326); absent where nobody said why. */
  readonly cause?: number;
  readonly text?: string;
}

/** Quality of one session so far. Absent where nothing was measured yet. */
export interface MediaStats {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly framesConcealed: number;
  readonly packetsSent: number;
  readonly jitterMs?: number;
  readonly roundTripTimeMs?: number;
  /** Lost packets of the caller that were restored from the copy in the next one (in-band FEC). */
  readonly packetsRecovered?: number;
  /** Packets of the caller that held no audio: malformed, or not decodable. */
  readonly packetsMalformed?: number;
  /** Agent audio that was dropped because the speech queue was full. */
  readonly speechOverflowMs?: number;
  /** Level of the caller and of the agent over the last second, in dBov (0 loudest, -127 silence; RFC 6464). */
  readonly callerLevelDbov?: number;
  readonly agentLevelDbov?: number;
  /** Packets that came from somebody else than the caller, or were forged. Of phone calls only. */
  readonly packetsRefused?: number;
  /** Of phone calls only. */
  readonly hangUp?: HangUp;
  /** Of phone calls only. */
  readonly codec?: string;
  /** Of a person on the phone who got the caller. */
  readonly person?: MediaStats;
  /** Selected ICE path, `udp` or `tcp`. */
  readonly protocol?: 'udp' | 'tcp';
}

/**
 * Why media ended by itself. `peer-closed` is a client that closed its connection in an orderly way (DTLS
 * close_notify), which is how a browser hangs up when its page goes away; the others are faults.
 */
export type MediaFailure = 'worker-died' | 'dtls-failed' | 'ice-failed' | 'media-timeout' | 'peer-closed';

/** What a session tells its call; each of the last two comes once. */
export interface MediaListener {
  /** ICE and DTLS are up: audio can flow both ways. */
  connected(): void;
  /** A frame of the caller. Never called in a looped session. */
  callerFrame(frame: CallerAudioFrame): void;
  /** The caller pressed a key of its telephone: of 0-9, *, # and A-D. Not before `connected`. */
  callerKey(key: string): void;
  /** The session is dead and has released everything. Not called after `close`. */
  failed(reason: MediaFailure): void;
}

export interface MediaSession {
  readonly answerSdp: string;
  readonly localCandidates: readonly LocalCandidate[];
  readonly speech: SpeechQueue;
  /** Sends speech from now on also while `MediaService.sendOnlyWhile` says no. */
  sendAnyway(): void;
  /** Whether the caller's keys would be heard; false for clients that have not agreed to send them. */
  readonly hearsKeys: boolean;
  /** Starts delivery of events; what happened before is delivered first. */
  listen(listener: MediaListener): void;
  /**
   * Whether the line is a well-formed candidate (or empty: end of candidates). The server is ICE-lite and only
   * validates.
   */
  acceptRemoteCandidate(candidate: string): boolean;
  /** A re-offer of the same client: ICE restart or changed directions. */
  reoffer(offerSdp: string): Promise<ReofferOutcome>;
  stats(): Promise<MediaStats>;
  /**
   * How many bytes of audio and RTCP came from the client so far: while they grow, it is there. Undefined for a
   * client on hold, which neither sends nor receives: then its ICE consent alone shows that it is there, and
   * `failed` tells when that has expired.
   */
  receivedBytes(): Promise<number | undefined>;
  /** Releases transports, codecs and buffers; idempotent. */
  close(): void;
}

/** No worker can carry the session now; the client may try again. */
export class MediaUnavailableError extends Error {
  readonly retryable = true;
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaUnavailableError';
  }
}
