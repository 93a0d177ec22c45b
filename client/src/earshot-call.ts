import { AudibleCall } from './audible-call.js';
import { CallError, ofRunningCall, toCallError } from './call-error.js';
import type { CallEnd, CallState } from './call-events.js';
import { type CallOptions, tokenSourceOf, toSignalingAddress } from './call-options.js';
import { type ConnectionReport, reportConnection } from './connection-report.js';
import { CLOSE_AFTER_ERROR_MS, DEFAULT_MEDIA_TIMEOUT_MS, HEAL_BY_ITSELF_MS } from './call-timing.js';
import { ConversationEvents } from './conversation-events.js';
import type { CallFrame } from './frames.js';
import { NamedTimers } from './named-timers.js';
import { Negotiation, type OfferKind } from './negotiation.js';
import { onNetworkChange } from './network-changes.js';
import { platform } from './platform.js';
import { SessionFrames } from './session-frames.js';
import { SessionReturn } from './session-return.js';
import { type ChannelEnd, errorOfChannelEnd, SignalingChannel } from './signaling-channel.js';
import type { TokenSource } from './token-source.js';

/** Errors that the server follows with `close`. */
const ENDING_CODES: ReadonlySet<string> = new Set(['MEDIA_BRIDGE_FAILURE', 'AGENT_FAILURE']);

/**
 * One call to a voice agent. `start` opens the microphone, connects, and resolves when audio flows; everything after
 * that is reported by events. A broken socket or network path is restored automatically. An ended call can't be reused:
 * create another one.
 */
export class EarshotCall extends AudibleCall {
  private readonly channel: SignalingChannel;
  private readonly tokens: TokenSource;
  private readonly conversation = new ConversationEvents((name, payload) => this.emit(name, payload));
  private readonly timers = new NamedTimers();
  private readonly comeBack: SessionReturn;
  private readonly frames = new SessionFrames(() => this.channel);
  private readonly negotiation: Negotiation;
  private currentState: CallState = 'idle';
  private wasCarriedOn = false;
  private wasConnected = false;
  private tokenWasRenewed = false;
  private stopWatchingNetwork: (() => void) | undefined;
  private fatal: CallError | undefined;
  private settleStart: { resolve: () => void; reject: (error: CallError) => void } | undefined;

  constructor(private readonly options: CallOptions) {
    super(options);
    const WebSocketClass = options.WebSocket ?? platform.WebSocket;
    this.channel = new SignalingChannel(toSignalingAddress(options.signalingUrl), WebSocketClass, {
      opened: () => this.onSocket(),
      frame: (frame) => this.onFrame(frame),
      interrupted: () => this.onInterruption(),
      isAlive: () => this.negotiation.isConnected,
      ended: (end) => this.onChannelEnd(end),
    });
    this.tokens = tokenSourceOf(options);
    this.negotiation = new Negotiation({
      options,
      tokens: this.tokens,
      microphone: () => this.audio.localStream,
      sessionId: () => this.sessionId,
      acts: () => this.hasListeners('action'),
      send: (frame) => this.channel.isOpen && this.channel.send(frame),
      candidate: (data) => this.frames.send({ type: 'ice-candidate', data }),
      remoteTrack: (track, stream) => {
        this.emit('remote-track', { track, stream });
        this.audio.play(stream);
      },
      connected: () => this.onMediaConnected(),
      interrupted: (how) => this.onMediaInterrupted(how),
    });
    this.comeBack = new SessionReturn(this.timers, this.negotiation, this.frames, {
      offer: (kind) => this.sendOffer(kind),
      lost: () => this.fail(new CallError('SESSION_LOST', 'The server does not know this call.')),
    });
  }

  /** The current state. Changes are reported as `state` events. */
  get state(): CallState {
    return this.currentState;
  }

  /** Empty until the server has answered. */
  get sessionId(): string {
    return this.frames.sessionId;
  }

  /**
   * Makes the call. Resolves when audio flows; also resolves when `hangUp` came first.
   * @throws CallError with a code and advice when the call could not be made.
   */
  async start(): Promise<void> {
    if (this.currentState !== 'idle') throw new Error('A call can be started once.');
    this.enter('starting');
    const started = new Promise<void>((resolve, reject) => (this.settleStart = { resolve, reject }));
    this.prepare().catch((error: unknown) => this.fail(toCallError(error)));
    return started;
  }

  /** Sends text in place of speech: up to 2,000 characters, answered as if they had been said. */
  sendText(text: string): void {
    this.frames.send({ type: 'text', data: { text } });
  }

  /**
   * Gives the agent context for its next answer, such as the page the caller is looking at: up to 2,000 characters. It
   * triggers no answer, and does not appear in the transcript.
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
    return reportConnection(this.negotiation.peer?.connection);
  }

  private async prepare(): Promise<void> {
    await Promise.all([this.negotiation.prepare(), this.audio.open()]);
    if (this.isOver()) return;
    this.negotiation.begin();
    this.audio.sendBy(this.negotiation.peer?.sender);
    this.enter('connecting');
    this.channel.connect();
  }

  /** A socket is open: request a session, or resume the current one. */
  private onSocket(): void {
    if (this.sessionId === '') return this.sendOffer('first');
    this.comeBack.begin();
    this.checkMedia();
  }

  private sendOffer(kind: OfferKind): void {
    // No timeout while audio still flows; and further attempts do not extend it.
    if (!this.negotiation.isConnected) this.limitSilence();
    this.negotiation.offer(kind).catch((error: unknown) => this.onOfferFailed(toCallError(error)));
  }

  /** Counts from when audio stopped flowing, over all attempts. */
  private limitSilence(): void {
    const { mediaTimeoutMs = DEFAULT_MEDIA_TIMEOUT_MS } = this.options;
    if (this.timers.has('media')) return;
    this.timers.set('media', mediaTimeoutMs, () =>
      this.fail(new CallError('MEDIA_TIMEOUT', 'No audio connection came about in time.')),
    );
  }

  /** Without an offer there is no call; a running one may recover until its media timeout. */
  private onOfferFailed(error: CallError): void {
    if (this.sessionId === '') return this.fail(error);
    this.negotiation.refused();
    this.emit('error', error);
  }

  private onFrame(frame: CallFrame): void {
    switch (frame.type) {
      case 'answer':
        return this.onAnswer(frame.sessionId, frame.data.sdp);
      case 'ice-candidate':
        void this.negotiation.peer?.addCandidate(frame.data);
        return;
      case 'event':
        this.comeBack.accepted();
        if (this.conversation.take(frame.number, frame.data)) this.channel.moveOn();
        return;
      case 'error':
        this.onServerError(CallError.fromServer(frame.data.code, frame.data.message));
        return;
      case 'close':
        this.end(this.fatal ? { reason: 'error', error: this.fatal } : { reason: 'remote' });
    }
  }

  private onAnswer(sessionId: string, sdp: string): void {
    const isElsewhere = this.negotiation.answered();
    this.tokens.accepted();
    this.tokenWasRenewed = false;
    if (this.sessionId === '') {
      this.frames.sessionId = sessionId;
      this.channel.watch();
      this.stopWatchingNetwork = onNetworkChange(this.channel.check.bind(this.channel), () => this.hangUp());
      this.emit('session', { sessionId });
    }
    if (isElsewhere) this.onCarriedOn();
    this.comeBack.accepted();
    void this.accept(sdp);
  }

  /** Another server has taken over the call, with another peer connection. */
  private onCarriedOn(): void {
    this.wasCarriedOn = true;
    this.audio.sendBy(this.negotiation.peer?.sender);
    this.onInterruption();
    this.limitSilence();
  }

  private async accept(sdp: string): Promise<void> {
    try {
      await this.negotiation.peer?.accept(sdp);
    } catch (cause) {
      this.fail(new CallError('INVALID_MESSAGE', 'The answer could not be used.', { cause }));
    }
    // A path that recovered before the answer fires no event.
    this.checkMedia();
  }

  private checkMedia(): void {
    if (!this.isOver() && this.negotiation.isConnected) this.onMediaConnected();
  }

  private onServerError(error: CallError): void {
    const { openOffer } = this.negotiation;
    // For any reason: the server may take over the call once it knows that the call's own server is gone.
    if (openOffer === 'carry-on' && error.code !== 'AGENT_FAILURE') return this.comeBack.refused(error.code);
    const isStale = openOffer !== undefined && error.code === 'UNAUTHORIZED' && !this.tokenWasRenewed;
    if (isStale && this.tokens.canRenew) return this.offerWithFreshToken();
    if (this.sessionId === '') return this.fail(error);
    const isEnding = ENDING_CODES.has(error.code);
    if (this.comeBack.isPending && !isEnding) return this.comeBack.refused(error.code);
    this.negotiation.refused();
    if (isEnding) {
      this.fatal = error;
      this.timers.set('close', CLOSE_AFTER_ERROR_MS, () => this.fail(error));
    } else this.emit('error', error);
  }

  /** The token was stale. The server may close a socket that it refused, so the next offer uses a new one. */
  private offerWithFreshToken(): void {
    this.tokenWasRenewed = true;
    this.tokens.forget();
    if (this.sessionId === '') this.channel.renew();
    else this.sendOffer('restart');
  }

  private onMediaConnected(): void {
    this.timers.clear('media');
    this.timers.clear('heal');
    this.wasConnected = true;
    // Without a socket the call continues, but neither side could signal its end.
    if (this.channel.isOpen) this.enter('connected');
    if (this.wasCarriedOn) this.emit('carried-on', { sessionId: this.sessionId });
    this.wasCarriedOn = false;
    this.settleStart?.resolve();
  }

  private onMediaInterrupted(how: 'disconnected' | 'failed'): void {
    this.onInterruption();
    // The cause may have broken the socket as well.
    this.channel.check();
    this.timers.set('heal', how === 'failed' ? 0 : HEAL_BY_ITSELF_MS, () => {
      // An ICE restart is useless on a server that does not have the call.
      const isFree = !this.negotiation.openOffer && !this.comeBack.isPending;
      if (this.sessionId !== '' && isFree) this.sendOffer('restart');
    });
  }

  private onInterruption(): void {
    if (this.currentState === 'connected') this.enter('reconnecting');
  }

  private onChannelEnd(end: ChannelEnd): void {
    const error = this.fatal ?? errorOfChannelEnd(end);
    if (error) this.fail(error);
    else this.end({ reason: 'remote' });
  }

  private fail(cause: CallError): void {
    this.end({ reason: 'error', error: this.wasConnected ? ofRunningCall(cause) : cause });
  }

  /** The single exit: releases everything, then fires `ended`. */
  private end(end: CallEnd): void {
    if (this.isOver()) return;
    const { authToken } = this.negotiation;
    if (this.sessionId !== '') this.channel.send({ type: 'close', sessionId: this.sessionId, authToken });
    this.timers.clearAll();
    this.stopWatchingNetwork?.();
    this.channel.close();
    this.negotiation.close();
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
