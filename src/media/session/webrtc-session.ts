import { randomBytes, randomInt } from 'node:crypto';
import {
  type LocalCandidate,
  type MediaFailure,
  type MediaListener,
  type MediaSession,
  type MediaStats,
  type OpenMediaRequest,
  type ReofferOutcome,
  silentSpeech,
  type SpeechQueue,
} from '../media-session.js';
import { KeyReader } from '../rtp/key-reader.js';
import type { MediaClock } from '../rtp/media-clock.js';
import { type AnswerCandidate, buildAnswer, candidateLine, reverseDirection } from '../sdp/build-answer.js';
import { type AudioOffer, clientReceives, type OfferedCodec, refuseSdp } from '../sdp/offer.js';
import { parseOffer } from '../sdp/parse-offer.js';
import { keyFormatFor } from '../sdp/telephone-events.js';
import { isRemoteCandidate } from '../sdp/remote-candidate.js';
import type { MediaWorker } from '../workers/media-worker.js';
import { type ConnectionTimeouts, ConnectionWatch } from './connection-watch.js';
import { type LegContext, streamSsrc } from './legs.js';
import { LossReports } from './loss-reports.js';
import { obstacleToReoffer, restartsIce } from './reoffer.js';
import { type AudioSettings, SessionAudio } from './session-audio.js';
import { SessionLegs } from './session-legs.js';
import { readStats, unlessClosed } from './session-stats.js';

export interface SessionSettings extends ConnectionTimeouts {
  readonly audio: AudioSettings;
}

export interface SessionPlace {
  readonly worker: MediaWorker;
  readonly clock: MediaClock;
  readonly candidates: readonly AnswerCandidate[];
  readonly settings: SessionSettings;
}

/** Opus's highest rate, so a looped call has no limit. */
const NO_PLAYBACK_LIMIT_HZ = 48_000;

/** Extra delay allowed for the first packet after a pause (DTX). */
const PAUSE_WAIT_MS = 20;

/** One caller's WebRTC connection with audio in both directions. */
export class WebRtcSession implements MediaSession {
  answerSdp = '';
  readonly localCandidates: readonly LocalCandidate[];

  private readonly audio: SessionAudio | undefined;
  private readonly legs: SessionLegs;
  private readonly watch: ConnectionWatch;
  private readonly lossReports: LossReports | undefined;
  private readonly keys = new KeyReader();
  private readonly originId = String(randomInt(2 ** 47));
  private originVersion = 0;
  private listener: MediaListener | undefined;
  private connected = false;
  private closed = false;
  private failure: MediaFailure | undefined;
  private pendingReoffer: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly place: SessionPlace,
    private readonly request: OpenMediaRequest,
    private offer: AudioOffer,
    private readonly context: LegContext,
    private readonly setup: 'active' | 'passive',
  ) {
    const { worker, settings } = place;
    this.audio = request.loop
      ? undefined
      : new SessionAudio(request, context.codec, audioSettings(place, offer), () => worker.pipes?.readOnce());
    this.legs = new SessionLegs(context, this.audio, (...packet) => this.takeKey(...packet));
    const { protection } = this.audio ?? {};
    this.lossReports = protection && new LossReports(() => this.legs.clientConsumer, protection);
    this.watch = new ConnectionWatch(
      context.transport,
      settings,
      () => this.whenConnected(),
      (reason) => this.fail(reason),
    );
    worker.use(this, () => this.fail('worker-died'));
    const sdpMid = offer.mid ?? '';
    this.localCandidates = place.candidates.map((candidate) => ({
      candidate: candidateLine(candidate),
      sdpMid,
      sdpMLineIndex: offer.audioIndex,
    }));
  }

  /** Sets up the worker and builds the answer. Cleans up when a step fails. */
  static async open(
    place: SessionPlace,
    request: OpenMediaRequest,
    offer: AudioOffer,
    codec: OfferedCodec,
  ): Promise<WebRtcSession> {
    // Count it as load now; otherwise simultaneous calls would all choose the same worker.
    const reservation = {};
    place.worker.use(reservation, () => undefined);
    try {
      return await WebRtcSession.openOn(place, request, offer, codec);
    } finally {
      place.worker.release(reservation);
    }
  }

  private static async openOn(
    place: SessionPlace,
    request: OpenMediaRequest,
    offer: AudioOffer,
    codec: OfferedCodec,
  ): Promise<WebRtcSession> {
    const { worker, settings } = place;
    const codecRouter = await worker.routerFor(codec);
    const transport = await worker.createTransport(codecRouter.router, settings.consentTimeoutMs);
    const cname = randomBytes(8).toString('hex');
    // The server starts the DTLS handshake if it may (RFC 8842, 5.3), so that the client is ready before the first
    // audio.
    const setup = offer.setup === 'active' ? 'passive' : 'active';
    const { pipes } = worker;
    const keys = request.loop ? undefined : keyFormatFor(offer.keys, codec);
    const context = { transport, codecRouter, pipes, codec, keys, cname };
    const session = new WebRtcSession(place, request, offer, context, setup);
    try {
      await session.setUp();
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get hearsKeys(): boolean {
    return this.context.keys !== undefined;
  }

  get speech(): SpeechQueue {
    return this.audio?.agent ?? silentSpeech;
  }

  sendAnyway(): void {
    this.audio?.agent.sendAnyway();
  }

  listen(listener: MediaListener): void {
    this.listener = listener;
    this.audio?.deliverTo((frame) => listener.callerFrame(frame));
    if (this.failure) {
      listener.failed(this.failure);
    } else if (this.connected) {
      listener.connected();
      this.startAudio();
    }
  }

  acceptRemoteCandidate(candidate: string): boolean {
    return isRemoteCandidate(candidate);
  }

  reoffer(offerSdp: string): Promise<ReofferOutcome> {
    const outcome = this.pendingReoffer.then(() => this.renegotiate(offerSdp));
    this.pendingReoffer = outcome.catch(() => undefined);
    return outcome;
  }

  stats(): Promise<MediaStats> {
    return readStats({
      closed: this.closed,
      codec: this.context.codec,
      transport: this.context.transport,
      callerLeg: this.legs.caller,
      clientConsumer: this.legs.clientConsumer,
      audio: this.audio,
    });
  }

  async receivedBytes(): Promise<number | undefined> {
    if (this.offer.direction === 'inactive') return undefined;
    if (this.closed) return 0;
    const [stats] = await unlessClosed(this.context.transport, this.context.transport.getStats());
    return stats?.bytesReceived ?? 0;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.watch.stop();
    this.lossReports?.stop();
    this.place.worker.release(this);
    if (this.audio) this.place.clock.remove(this.audio);
    this.legs.close();
    this.context.transport.close();
    this.audio?.close();
  }

  private async setUp(): Promise<void> {
    const { transport } = this.context;
    const { algorithm, value } = this.offer.fingerprint;
    const role = this.setup === 'active' ? 'server' : 'client';
    await Promise.all([
      transport.connect({ dtlsParameters: { role, fingerprints: [{ algorithm, value }] } }),
      this.legs.align(this.offer),
    ]);
    this.answerSdp = this.writeAnswer();
  }

  private async renegotiate(offerSdp: string): Promise<ReofferOutcome> {
    const parsed = parseOffer(offerSdp);
    if (!parsed.ok) return { kind: 'refused', refusal: parsed.refusal };
    const next = parsed.value;
    const running = { offer: this.offer, codec: this.context.codec, setup: this.setup };
    const obstacle = this.closed ? 'The session has ended.' : obstacleToReoffer(running, next);
    if (obstacle) return { kind: 'refused', refusal: refuseSdp('INCOMPATIBLE_REOFFER', obstacle).refusal };
    const newIce = restartsIce(this.offer, next);
    this.offer = next;
    if (newIce) await this.context.transport.restartIce();
    await this.legs.align(this.offer);
    this.answerSdp = this.writeAnswer();
    return { kind: 'answered', answerSdp: this.answerSdp };
  }

  private writeAnswer(): string {
    const { transport, codec, keys, cname } = this.context;
    const fingerprint = transport.dtlsParameters.fingerprints.find(
      ({ algorithm }) => algorithm === 'sha-256',
    );
    if (!fingerprint) throw new Error('The media worker has no SHA-256 fingerprint');
    const consumer = clientReceives(this.offer) ? this.legs.clientConsumer : undefined;
    this.originVersion += 1;
    return buildAnswer(this.offer, {
      originId: this.originId,
      originVersion: this.originVersion,
      codec,
      keys: keys && this.offer.keys.get(keys.clockRateHz) === keys.payloadType ? keys : undefined,
      discontinuous: !this.request.loop,
      maxPlaybackRateHz: this.request.loop ? NO_PLAYBACK_LIMIT_HZ : this.request.inputSampleRateHz,
      direction: reverseDirection(this.offer.direction),
      setup: this.setup,
      iceUsernameFragment: transport.iceParameters.usernameFragment,
      icePassword: transport.iceParameters.password,
      fingerprint: fingerprint.value,
      candidates: this.place.candidates,
      stream: consumer && { ssrc: streamSsrc(consumer), cname },
    });
  }

  private takeKey(payload: Uint8Array, timestamp: number, ssrc: number): void {
    const key = this.keys.take(payload, timestamp, ssrc);
    if (key !== undefined) this.listener?.callerKey(key);
  }

  private whenConnected(): void {
    this.connected = true;
    this.legs.connected();
    this.listener?.connected();
    if (this.listener) this.startAudio();
  }

  private startAudio(): void {
    if (!this.audio || this.closed) return;
    this.place.clock.add(this.audio);
    this.lossReports?.begin();
  }

  private fail(reason: MediaFailure): void {
    if (this.closed) return;
    this.close();
    this.failure = reason;
    this.listener?.failed(reason);
  }
}

/** The time that a packet was held here does not make it late. */
function audioSettings(
  { worker, settings: { audio } }: SessionPlace,
  { maxPacketMs = Infinity }: AudioOffer,
): AudioSettings {
  const heldMs = worker.pipes?.heldMs ?? 0;
  return {
    ...audio,
    packetMs: Math.min(audio.packetMs, maxPacketMs),
    latePacketWaitMs: audio.latePacketWaitMs + heldMs,
    pauseWaitMs: Math.min(PAUSE_WAIT_MS, audio.latePacketWaitMs) + heldMs,
  };
}
