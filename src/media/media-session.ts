/**
 * The contract between a call and its media. Only `media` knows mediasoup, SDP and RTP; a call sees sessions, PCM
 * frames and outcomes.
 */

/** The sample rates that Opus supports natively (RFC 6716, 2.1.1). */
export type SampleRateHz = 8_000 | 16_000 | 24_000 | 48_000;

export interface OpenMediaRequest {
  /** The client's offer, unparsed. */
  readonly offerSdp: string;
  /** Loops the caller's audio back inside the media worker; no frames come out and none go in. */
  readonly loop: boolean;
  readonly inputSampleRateHz: SampleRateHz;
  readonly outputSampleRateHz: SampleRateHz;
}

/**
 * Why an offer cannot be answered. This is the caller's error, so it is an outcome and not an exception; the message is
 * fit for a client.
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
  /** Contains concealment because a packet was lost or late. */
  readonly concealed: boolean;
  /**
   * Monotonic time at which the frame's sound ended at the caller, estimated from the network; never in the future,
   * never decreasing.
   */
  readonly atMs: number;
  /** How long before `atMs` the sound really ended, in milliseconds: above 0 if it arrived long after it was spoken. */
  readonly lateMs: number;
}

/**
 * Playout to the caller: queues PCM, encodes it, and sends it paced with continuous RTP timestamps. Nothing is sent
 * before the session is connected. Audio written while the queue is full (`speechQueueMaxMs`) is dropped and
 * counted in `MediaStats.speechOverflowMs`. In a looped session every method is a no-op.
 */
export interface SpeechQueue {
  write(samples: Int16Array): void;
  mark(reached: () => void): void;
  clear(): { readonly sentMs: number; readonly droppedMs: number };
  /** Gain for audio sent from now on; 1 for unchanged. */
  setGain(gain: number): void;
  /** Level of the audio sent that many milliseconds ago: root mean square, 0 to 1; 0 beyond 1,500 ms. */
  levelAgo(agoMs: number): number;
  /** Milliseconds since sound was last sent; Infinity before the first. */
  readonly silentForMs: number;
  readonly queuedMs: number;
  /** Gets each frame of 20 ms as it is sent, and nothing in silence; the buffer is reused afterwards. */
  onSent?: ((frame: Int16Array) => void) | undefined;
}

/** Who ended a phone call and how, according to signaling. */
export interface HangUp {
  readonly by: 'caller' | 'agent';
  /** `bye`, `cancelled`, `no-ack`, `session-expired` or `unknown-to-peer`. */
  readonly how: string;
  /** Q.850 cause or SIP status (RFC 3326); absent if no reason was given. */
  readonly cause?: number;
  readonly text?: string;
}

/** Quality of one session so far. Fields are absent until measured. */
export interface MediaStats {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly framesConcealed: number;
  readonly packetsSent: number;
  readonly jitterMs?: number;
  readonly roundTripTimeMs?: number;
  /** Lost caller packets restored from the copy in the next packet (in-band FEC). */
  readonly packetsRecovered?: number;
  /** Caller packets without audio: malformed or not decodable. */
  readonly packetsMalformed?: number;
  /** Agent audio dropped because the speech queue was full. */
  readonly speechOverflowMs?: number;
  /** Level of the caller and of the agent over the last second, in dBov (0 loudest, -127 silence; RFC 6464). */
  readonly callerLevelDbov?: number;
  readonly agentLevelDbov?: number;
  /** Packets from other senders than the caller, or forged. Phone calls only. */
  readonly packetsRefused?: number;
  /** Phone calls only. */
  readonly hangUp?: HangUp;
  /** Phone calls only. */
  readonly codec?: string;
  /** The leg of the person that the caller was transferred to. */
  readonly person?: MediaStats;
  /** Selected ICE path, `udp` or `tcp`. */
  readonly protocol?: 'udp' | 'tcp';
}

/**
 * Why media ended on its own. `peer-closed`: the client closed its connection in order (DTLS close_notify), as a
 * browser does when its page is closed. The others are faults.
 */
export type MediaFailure = 'worker-died' | 'dtls-failed' | 'ice-failed' | 'media-timeout' | 'peer-closed';

/** Callbacks of a session; each of the last two is called at most once. */
export interface MediaListener {
  /** ICE and DTLS are up: audio can flow both ways. */
  connected(): void;
  /** A frame of the caller. Never called in a looped session. */
  callerFrame(frame: CallerAudioFrame): void;
  /** The caller pressed a key: 0-9, *, # or A-D. Not before `connected`. */
  callerKey(key: string): void;
  /** The session is dead and has released everything. Not called after `close`. */
  failed(reason: MediaFailure): void;
}

export interface MediaSession {
  readonly answerSdp: string;
  readonly localCandidates: readonly LocalCandidate[];
  readonly speech: SpeechQueue;
  /** Sends speech from now on even while `MediaService.sendOnlyWhile` returns false. */
  sendAnyway(): void;
  /** Whether DTMF from the caller can arrive; false for clients that did not negotiate it. */
  readonly hearsKeys: boolean;
  /** Starts delivery of events, beginning with past ones. */
  listen(listener: MediaListener): void;
  /**
   * Whether the line is a well-formed candidate, or empty for the end of candidates. The server is ICE-lite and only
   * validates.
   */
  acceptRemoteCandidate(candidate: string): boolean;
  /** A re-offer of the same client: ICE restart or changed directions. */
  reoffer(offerSdp: string): Promise<ReofferOutcome>;
  stats(): Promise<MediaStats>;
  /**
   * Bytes of audio and RTCP from the client so far; growth proves that it is alive. Undefined for a client on hold,
   * which neither sends nor receives: only its ICE consent proves that it is there, and `failed` reports when that
   * expired.
   */
  receivedBytes(): Promise<number | undefined>;
  /** Releases transports, codecs and buffers; idempotent. */
  close(): void;
}

/** No worker has capacity at the moment; the client may retry. */
export class MediaUnavailableError extends Error {
  readonly retryable = true;
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaUnavailableError';
  }
}

/** The speech queue of a looped session, in which the server never speaks. */
export const silentSpeech: SpeechQueue = {
  queuedMs: 0,
  write: () => undefined,
  setGain: () => undefined,
  levelAgo: () => 0,
  silentForMs: Infinity,
  mark: () => undefined,
  clear: () => ({ sentMs: 0, droppedMs: 0 }),
};
