import { AudibleCall } from './audible-call.js';
import { CallError, toCallError } from './call-error.js';
import type { CallEnd, CallState } from './call-events.js';
import { type CallOptions, tokenSourceOf, toSignalingAddress } from './call-options.js';
import { type ConnectionReport, reportConnection } from './connection-report.js';
import { CLOSE_AFTER_ERROR_MS, DEFAULT_MEDIA_TIMEOUT_MS, HEAL_BY_ITSELF_MS } from './call-timing.js';
import { ConversationEvents } from './conversation-events.js';
import type { CallFrame, CandidatePayload } from './frames.js';
import { iceServersOf, renewedServers } from './ice-servers.js';
import { NamedTimers } from './named-timers.js';
import { onNetworkChange } from './network-changes.js';
import { offerFrame } from './offer-frame.js';
import { Peer } from './peer.js';
import { SessionFrames } from './session-frames.js';
import { SessionReturn } from './session-return.js';
import { type ChannelEnd, errorOfChannelEnd, SignalingChannel } from './signaling-channel.js';
import type { TokenSource } from './token-source.js';

/** Errors that the server follows with `close`. */
const ENDING_CODES: ReadonlySet<string> = new Set(['MEDIA_BRIDGE_FAILURE', 'AGENT_FAILURE']);

/**
 * One call to a voice agent. `start` opens the microphone, makes the connection and resolves when audio flows; what
 * happens afterwards comes as events. A broken socket or network path is restored without anything to be done. Once
 * ended, a call is over: make another one.
 */
export class EarshotCall extends AudibleCall {
  private readonly channel: SignalingChannel;
  private readonly tokens: TokenSource;
  private readonly conversation = new ConversationEvents((name, payload) => this.emit(name, payload));
  private readonly timers = new NamedTimers();
  private readonly comeBack = new SessionReturn(
    this.timers,
    // "No more candidates" is a frame of the session that changes nothing else.
    () => this.sendCandidate({ candidate: '', sdpMid: null, sdpMLineIndex: null }),
    () => this.fail(new CallError('SESSION_LOST', 'The server does not know this call any more.')),
  );
  private readonly frames = new SessionFrames((frame) => this.channel.send(frame));
  private peer: Peer | undefined;
  private currentState: CallState = 'idle';
  private offerIsOpen = false;
  private tokenWasRenewed = false;
  private stopWatchingNetwork: (() => void) | undefined;
  private fatal: CallError | undefined;
  private settleStart: { resolve: () => void; reject: (error: CallError) => void } | undefined;

  constructor(private readonly options: CallOptions) {
    super(options);
    const WebSocketClass = options.WebSocket ?? globalThis.WebSocket;
    this.channel = new SignalingChannel(toSignalingAddress(options.signalingUrl), WebSocketClass, {
      opened: () => this.onSocket(),
      frame: (frame) => this.onFrame(frame),
      interrupted: () => this.onInterruption(),
      isAlive: () => this.peer?.connection.connectionState === 'connected',
      ended: (end) => this.onChannelEnd(end),
    });
    this.tokens = tokenSourceOf(options);
  }

  /** How far it is. Changes come as `state` events. */
  get state(): CallState {
    return this.currentState;
  }

  /** Empty until the server has answered. */
  get sessionId(): string {
    return this.frames.sessionId;
  }

  /**
   * Makes the call. Resolves when audio flows; also resolves when `hangUp` came first.
   * @throws CallError with a code and an advice when the call could not be made.
   */
  async start(): Promise<void> {
    if (this.currentState !== 'idle') throw new Error('A call can be started once.');
    this.enter('starting');
    const started = new Promise<void>((resolve, reject) => (this.settleStart = { resolve, reject }));
    this.prepare().catch((error: unknown) => this.fail(toCallError(error)));
    return started;
  }

  /** Writes to the agent in place of speaking: up to 2,000 characters, answered as if they had been said. */
  sendText(text: string): void {
    this.frames.send({ type: 'text', data: { text } });
  }

  /**
   * Tells the agent what its next answer should know, such as what the caller looks at: up to 2,000 characters. Asks
   * for no answer, and stands in no transcript.
   */
  sendContext(text: string): void {
    this.frames.send({ type: 'context', data: { text } });
  }

  /** Ends the call. Idempotent. */
  hangUp(): void {
    this.end({ reason: 'hang-up' });
  }

  /** Loss, jitter, round trip and network path as measured so far; empty before and after the call. */
  async connectionReport(): Promise<ConnectionReport> {
    return this.peer ? reportConnection(this.peer.connection) : {};
  }

  private async prepare(): Promise<void> {
    const PeerConnectionClass = this.options.RTCPeerConnection ?? globalThis.RTCPeerConnection;
    if (!PeerConnectionClass) throw new CallError('WEBRTC_UNSUPPORTED', 'There is no WebRTC here.');
    const [iceServers] = await Promise.all([iceServersOf(this.options, this.tokens), this.audio.open()]);
    if (this.isOver()) return;
    const { iceTransportPolicy = 'all' } = this.options;
    this.peer = new Peer({ PeerConnectionClass, iceServers, iceTransportPolicy }, this.audio.localStream, {
      candidate: (candidate) => this.sendCandidate(candidate),
      remoteTrack: (track, stream) => this.onRemoteTrack(track, stream),
      connected: () => this.onMediaConnected(),
      interrupted: (how) => this.onMediaInterrupted(how),
    });
    this.audio.sendBy(this.peer.sender);
    this.enter('connecting');
    this.channel.connect();
  }

  /** A socket is there: ask for a session, or present the one that there is. */
  private onSocket(): void {
    if (this.sessionId === '') return this.sendOffer(false);
    this.comeBack.begin();
    // An offer that went down with the old socket is made again.
    if (this.offerIsOpen) return this.sendOffer(true);
    this.checkMedia();
  }

  private sendOffer(restart: boolean): void {
    this.offerIsOpen = true;
    // A further attempt gets no more time: the limit counts from when audio stopped flowing.
    if (!this.timers.has('media')) {
      this.timers.set('media', this.options.mediaTimeoutMs ?? DEFAULT_MEDIA_TIMEOUT_MS, () =>
        this.onMediaTimeout(),
      );
    }
    this.makeOffer(restart).catch((error: unknown) => this.onOfferFailed(toCallError(error)));
  }

  private async makeOffer(restart: boolean): Promise<void> {
    const authToken = await this.tokens.ofCall();
    // What lets us use a relay expires while a call lasts.
    if (restart && this.peer?.hasServers)
      this.peer.useServers(await renewedServers(this.options, this.tokens));
    if (this.isOver() || !this.peer) return;
    const sdp = await this.peer.offer(restart);
    // Without a socket there is nothing to do: the next one brings a new offer.
    if (this.isOver() || !this.channel.isOpen) return;
    this.channel.send(offerFrame(this.options, this.sessionId, sdp, authToken));
  }

  /** Without an offer there is no call; one that runs may heal by itself, until its media timeout. */
  private onOfferFailed(error: CallError): void {
    if (this.sessionId === '') return this.fail(error);
    this.offerIsOpen = false;
    this.emit('error', error);
  }

  private sendCandidate(data: CandidatePayload): void {
    this.frames.send({ type: 'ice-candidate', data });
  }

  private onFrame(frame: CallFrame): void {
    switch (frame.type) {
      case 'answer':
        this.onAnswer(frame.sessionId, frame.data.sdp);
        return;
      case 'ice-candidate':
        void this.peer?.addCandidate(frame.data);
        return;
      case 'event':
        return this.conversation.take(frame.number, frame.data);
      case 'error':
        this.onServerError(CallError.fromServer(frame.data.code, frame.data.message));
        return;
      case 'close':
        this.end(this.fatal ? { reason: 'error', error: this.fatal } : { reason: 'remote' });
    }
  }

  private onAnswer(sessionId: string, sdp: string): void {
    this.offerIsOpen = false;
    this.tokens.accepted();
    this.tokenWasRenewed = false;
    if (this.sessionId === '') {
      this.frames.sessionId = sessionId;
      this.channel.watch();
      const check = () => this.channel.check();
      this.stopWatchingNetwork = onNetworkChange(check, () => this.hangUp());
      this.emit('session', { sessionId });
    }
    this.frames.flush();
    void this.accept(sdp);
  }

  private async accept(sdp: string): Promise<void> {
    try {
      await this.peer?.accept(sdp);
    } catch (cause) {
      this.fail(new CallError('INVALID_MESSAGE', 'The answer of the server could not be used.', { cause }));
    }
    // A path that healed before it was renewed tells nothing more.
    this.checkMedia();
  }

  private checkMedia(): void {
    if (!this.isOver() && this.peer?.connection.connectionState === 'connected') this.onMediaConnected();
  }

  private onServerError(error: CallError): void {
    if (this.offerIsOpen && error.code === 'UNAUTHORIZED' && this.tokens.canRenew && !this.tokenWasRenewed)
      return this.offerWithFreshToken();
    if (this.sessionId === '') return this.fail(error);
    if (error.code === 'INVALID_ARGUMENT' && this.comeBack.isPending) return this.comeBack.refused();
    this.offerIsOpen = false;
    if (ENDING_CODES.has(error.code)) {
      this.fatal = error;
      this.timers.set('close', CLOSE_AFTER_ERROR_MS, () => this.fail(error));
    } else this.emit('error', error);
  }

  /**
   * The first token was stale. A server may close a socket that it refused, so the second one goes over a new
   * socket.
   */
  private offerWithFreshToken(): void {
    this.tokenWasRenewed = true;
    this.tokens.forget();
    if (this.sessionId === '') this.channel.renew();
    else this.sendOffer(true);
  }

  private onRemoteTrack(track: MediaStreamTrack, stream: MediaStream): void {
    this.emit('remote-track', { track, stream });
    this.audio.play(stream);
  }

  private onMediaConnected(): void {
    this.timers.clear('media');
    this.timers.clear('heal');
    // Without a socket the call goes on, but neither side could tell the other that it ends.
    if (this.channel.isOpen) this.enter('connected');
    this.settleStart?.resolve();
  }

  private onMediaInterrupted(how: 'disconnected' | 'failed'): void {
    if (this.currentState === 'connected') this.enter('reconnecting');
    // What broke the path may have taken the socket along.
    this.channel.check();
    this.timers.set('heal', how === 'failed' ? 0 : HEAL_BY_ITSELF_MS, () => {
      if (this.sessionId !== '' && !this.offerIsOpen) this.sendOffer(true);
    });
  }

  private onInterruption(): void {
    if (this.currentState === 'connected') this.enter('reconnecting');
  }

  private onMediaTimeout(): void {
    this.fail(new CallError('MEDIA_TIMEOUT', 'No audio connection to the server came about in time.'));
  }

  private onChannelEnd(end: ChannelEnd): void {
    const error = this.fatal ?? errorOfChannelEnd(end);
    this.end(error ? { reason: 'error', error } : { reason: 'remote' });
  }

  private fail(error: CallError): void {
    this.end({ reason: 'error', error });
  }

  /** The only way out: releases everything, then tells. */
  private end(end: CallEnd): void {
    if (this.isOver()) return;
    if (this.sessionId !== '') this.channel.send({ type: 'close', sessionId: this.sessionId });
    this.timers.clearAll();
    this.stopWatchingNetwork?.();
    this.channel.close();
    this.peer?.close();
    this.audio.release();
    this.enter('ended');
    if (end.error) this.emit('error', end.error);
    this.emit('ended', end);
    if (end.error) this.settleStart?.reject(end.error);
    else this.settleStart?.resolve();
  }

  private isOver(): boolean {
    return this.currentState === 'ended';
  }

  private enter(state: CallState): void {
    if (this.currentState === state || this.isOver()) return;
    this.currentState = state;
    this.emit('state', state);
  }
}
