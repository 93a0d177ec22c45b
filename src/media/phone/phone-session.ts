import {
  type HangUp,
  type LocalCandidate,
  type MediaFailure,
  type MediaListener,
  type MediaSession,
  type MediaStats,
  type ReofferOutcome,
  type SdpRefusal,
  silentSpeech,
  type SpeechQueue,
} from '../media-session.js';
import type { Ticker } from '../rtp/media-clock.js';
import { reverseDirection } from '../sdp/build-answer.js';
import { type OfferedCodec, refuseSdp } from '../sdp/offer.js';
import { type KeyFormat, keyFormatFor } from '../sdp/telephone-events.js';
import { SessionAudio } from '../session/session-audio.js';
import type { KeyFrame } from './key-sender.js';
import { legTermsOf } from './leg-terms.js';
import { type KeptAudio, OwnSdp } from './own-sdp.js';
import { PeerLatch } from './peer-latch.js';
import { type LegEvents, PhoneLeg } from './phone-leg.js';
import { PhoneKeys } from './phone-keys.js';
import type { PhoneCallRequest, PhonePlace } from './phone-request.js';
import { isEncrypted, type PhoneDescription } from './phone-sdp.js';
import { phoneStats } from './phone-stats.js';
import { readTerms } from './read-terms.js';
import { RingTone } from './ring-tone.js';

type Taken =
  | { readonly kind: 'taken'; readonly remote: PhoneDescription }
  | { readonly kind: 'refused'; readonly refusal: SdpRefusal };
type Accepted = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly refusal: SdpRefusal };

/** The audio of one phone call: connects RTP on UDP sockets of this process to the same path as WebRTC calls. */
export class PhoneSession implements MediaSession, Ticker {
  answerSdp = '';
  /** How the call ended, for its record. */
  hangUp: HangUp | undefined;
  readonly localCandidates: readonly LocalCandidate[] = [];
  /** Phones without telephone-event send INFO. */
  readonly hearsKeys = true;
  private audio: SessionAudio | undefined;
  private leg: PhoneLeg | undefined;
  private latch: PeerLatch | undefined;
  private codec: OfferedCodec | undefined;
  private remote: PhoneDescription | undefined;
  private listener: MediaListener | undefined;
  private readonly keys: PhoneKeys;
  private keyFormat: KeyFormat | undefined;
  /** Set during frames that send DTMF. */
  private keyFrame: KeyFrame | undefined;
  private readonly own: OwnSdp;
  private running = false;
  /** Set while we send ringback tone. */
  private ringTone: RingTone | undefined;
  private closed = false;
  private resumedMs = 0;

  private constructor(
    private readonly place: PhonePlace,
    private readonly request: PhoneCallRequest,
  ) {
    const { localAddress: address, inputSampleRateHz: maxPlaybackRateHz, before } = request;
    this.own = new OwnSdp({ address, port: place.pair.port, maxPlaybackRateHz }, before);
    this.keys = new PhoneKeys((key) => this.pressed(key), maxPlaybackRateHz);
  }

  /** Applies the offer, or creates one if there is none. Closes the ports if it cannot be answered. */
  static open(
    place: PhonePlace,
    request: PhoneCallRequest,
  ): { kind: 'answered'; session: PhoneSession } | { kind: 'refused'; refusal: SdpRefusal } {
    const session = new PhoneSession(place, request);
    const outcome = session.begin();
    if (outcome.kind === 'accepted') return { kind: 'answered', session };
    session.close();
    return outcome;
  }

  get reception(): PhoneLeg['stats'] | undefined {
    return this.leg?.stats;
  }

  get speech(): SpeechQueue {
    return this.audio?.agent ?? silentSpeech;
  }

  sendAnyway(): void {
    this.audio?.agent.sendAnyway();
  }

  /** The caller's answer to our offer. */
  accept(sdp: string): Accepted {
    const outcome = this.take(sdp);
    return outcome.kind === 'refused' ? outcome : { kind: 'accepted' };
  }

  /** Plays ringback tone until the call is answered, and drops caller audio. */
  ring(): void {
    if (this.closed || this.running || this.ringTone || !this.audio) return;
    this.ringTone = new RingTone(this.request.outputSampleRateHz);
    this.place.clock.add(this);
  }

  /** The call is answered and audio may flow. Without a common codec the call fails. */
  answered(): void {
    if (this.closed || this.running) return;
    if (!this.audio) return this.fail('ice-failed');
    this.running = true;
    this.resumedMs = performance.now();
    if (this.ringTone) this.audio.agent.clear();
    this.listener?.connected();
    if (!this.ringTone) this.place.clock.add(this);
    this.ringTone = undefined;
  }

  listen(listener: MediaListener): void {
    this.listener = listener;
    if (this.running) listener.connected();
  }

  acceptRemoteCandidate(): boolean {
    return false;
  }

  /** Handles a re-INVITE: hold, or a new address, codec or phone. `from`: the current source of the call's SIP. */
  reoffer(offerSdp: string, from = this.request.signalingAddress): Promise<ReofferOutcome> {
    if (this.closed) return Promise.resolve({ kind: 'refused', refusal: SESSION_ENDED });
    const outcome = this.take(offerSdp);
    if (outcome.kind === 'refused') return Promise.resolve(outcome);
    if (from !== this.request.signalingAddress) this.latch?.followSignaling(from);
    return Promise.resolve({ kind: 'answered', answerSdp: this.writeAnswer(outcome.remote) });
  }

  /** A new offer with everything we support, the current codec first. */
  offerAgain(): string {
    const { codec, remote, keyFormat: keys } = this;
    const codecs = [...new Set([...(codec ? [codec.name] : []), ...this.request.codecs])];
    const known = remote && { codecs: remote.codecs, keys };
    return this.own.offer(codecs, this.ownCrypto(this.isSecure()), known);
  }

  /** The snapshot of the audio for failover; undefined before the first negotiation. */
  kept(): KeptAudio | undefined {
    return this.codec && this.own.kept(this.codec, this.keyFormat, this.isSecure());
  }

  /** A key that arrived by signaling. */
  takeKey(key: string): void {
    if (this.running) this.keys.takeSignal(key);
  }

  /** Sends DTMF; undefined if only signaling can carry it. */
  pressKeys(keys: string): Promise<boolean> | undefined {
    return this.running && this.keyFormat ? this.keys.press(keys) : undefined;
  }

  stats(): Promise<MediaStats> {
    return Promise.resolve(phoneStats(this.leg, this.audio, this.codec?.name, this.hangUp));
  }

  receivedBytes(): Promise<number | undefined> {
    return Promise.resolve(this.isOnHold() ? undefined : (this.leg?.bytesReceived ?? 0));
  }

  tick(frame: number, nowMs: number): void {
    if (this.closed) return;
    if (this.ringTone) return this.tickRinging(frame, nowMs);
    // Do not conceal gaps during hold: the surplus would be cut from the audio that follows.
    this.keyFrame = this.keyFormat && this.keys.next();
    this.audio?.agent.tick(frame, this.keyFrame);
    this.keyFrame = undefined;
    if (!this.isOnHold()) this.audio?.caller.tick(nowMs);
    this.leg?.tick(nowMs);
    const quietSince = Math.max(this.leg?.lastHeardMs ?? 0, this.resumedMs);
    if (this.isOnHold()) this.resumedMs = nowMs;
    else if (nowMs - quietSince > this.place.silenceTimeoutMs) this.fail('media-timeout');
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.place.clock.remove(this);
    this.keys.close();
    (this.leg ?? this.place.pair).close();
    this.audio?.close();
    this.place.onClosed();
  }

  private tickRinging(frame: number, nowMs: number): void {
    const tone = this.ringTone?.next();
    if (tone) this.audio?.agent.write(tone);
    this.audio?.agent.tick(frame);
    this.leg?.tick(nowMs);
  }

  private begin(): Accepted {
    const { offerSdp, codecs, security } = this.request;
    if (offerSdp === undefined) {
      this.openLeg({ address: this.request.signalingAddress, port: 9 });
      this.answerSdp = this.own.offer(codecs, this.ownCrypto(security === 'required' || this.isSecure()));
      return { kind: 'accepted' };
    }
    const outcome = this.take(offerSdp);
    if (outcome.kind === 'taken') this.answerSdp = this.writeAnswer(outcome.remote);
    return outcome.kind === 'refused' ? outcome : { kind: 'accepted' };
  }

  private take(sdp: string): Taken {
    const read = readTerms(sdp, this.request, this.isSecure());
    if (!read.ok) return { kind: 'refused', refusal: read.refusal };
    this.agree(read.value.remote, read.value.codec);
    return { kind: 'taken', remote: read.value.remote };
  }

  private agree(remote: PhoneDescription, codec: OfferedCodec): void {
    const isOther = this.codec?.name !== codec.name;
    this.remote = remote;
    // A changed payload type alone must not restart the codec.
    this.codec = isOther ? codec : { ...codec, parameters: this.codec?.parameters ?? codec.parameters };
    this.openLeg(remote);
    this.latch?.announce({ address: remote.address, port: remote.port });
    if (!this.audio) this.openAudio(codec);
    else if (isOther) this.audio.changeCodec(codec);
    this.keyFormat = keyFormatFor(remote.keys, codec);
    this.keys.agree(this.keyFormat);
    const terms = legTermsOf(remote, codec, this.keyFormat);
    this.audio?.agent.hold(!terms.sends);
    this.leg?.agree(terms);
  }

  private openAudio(codec: OfferedCodec): void {
    const audio = new SessionAudio(this.request, codec, this.place.audio);
    this.audio = audio;
    audio.sendThrough({ ssrc: this.leg?.ssrc ?? 0, send: (packet) => this.send(packet) });
    audio.deliverTo((frame) => {
      this.keys.hear(frame.samples);
      this.listener?.callerFrame(frame);
    });
  }

  /** A later offer may change the payload types. */
  private send(packet: Buffer): void {
    const format = this.keyFrame ? this.keyFormat : this.codec;
    packet[1] = ((packet[1] ?? 0) & 0x80) | (format?.payloadType ?? 0);
    this.leg?.send(packet);
  }

  private openLeg(announced: { readonly address: string; readonly port: number }): void {
    if (this.leg) return;
    const { address, port } = announced;
    this.latch = new PeerLatch({ address, port }, this.request.signalingAddress);
    const events: LegEvents = {
      audio: (packet, nowMs) => {
        if (this.running) this.audio?.take(packet, nowMs);
      },
      keyPacket: (...packet) => {
        if (this.running) this.keys.takePacket(...packet);
      },
    };
    this.leg = new PhoneLeg(this.place.pair, this.latch, events, performance.now());
  }

  private pressed(key: string): void {
    this.request.onKey();
    this.listener?.callerKey(key);
  }

  private isSecure(): boolean {
    return this.remote ? isEncrypted(this.remote) : this.request.before?.isSecure === true;
  }

  /** The caller is silent or plays hold music: nothing of it is for the agent. */
  private isOnHold(): boolean {
    return this.remote !== undefined && this.remote.direction !== 'sendrecv';
  }

  private writeAnswer(remote: PhoneDescription): string {
    const { codec } = this;
    if (!codec) throw new Error('an SDP was answered without a codec');
    const terms = { codec, keys: this.keyFormat };
    const direction = reverseDirection(remote.direction);
    return this.own.answer(remote, terms, direction, this.ownCrypto(this.isSecure()));
  }

  private ownCrypto(isSecure: boolean) {
    const { leg } = this;
    return isSecure && leg ? { tag: this.remote?.crypto?.tag ?? 1, key: leg.ownKey } : undefined;
  }

  private fail(reason: MediaFailure): void {
    if (this.closed) return;
    this.close();
    this.listener?.failed(reason);
  }
}

const SESSION_ENDED = refuseSdp('INCOMPATIBLE_REOFFER', 'The session has ended.').refusal;
