import { CallError } from './call-error.js';
import { type CallFrame, parseServerFrame } from './frames.js';
import { Heartbeat } from './heartbeat.js';
import type { ClientFrame } from './wire.js';

/** Why the socket is gone for good. */
export type ChannelEnd =
  /** The server closed it with 1000: it hung up. */
  | { readonly kind: 'hung-up' }
  /** The server closed it with a final code: another attempt would be closed as well. */
  | { readonly kind: 'refused'; readonly closeCode: number; readonly closeReason: string }
  /** No connection attempt succeeded in time. */
  | { readonly kind: 'unreachable' };

/** The call's error for an end; undefined for a normal hang-up. */
export function errorOfChannelEnd(end: ChannelEnd): CallError | undefined {
  switch (end.kind) {
    case 'hung-up':
      return undefined;
    case 'refused': {
      const message = `The server closed the connection (${end.closeCode}). ${end.closeReason}`;
      return new CallError('SIGNALING_REFUSED', message.trim());
    }
    case 'unreachable':
      return new CallError('SIGNALING_UNREACHABLE', 'The server could not be reached.');
  }
}

/** `WebSocket.OPEN`, which hosts without WebSocket lack. */
const OPEN = 1;

export interface ChannelListener {
  /** A socket is open: the first one, or a replacement. */
  opened(): void;
  frame(frame: CallFrame): void;
  /** The socket broke; the channel is reconnecting. */
  interrupted(): void;
  /** Whether the call still exists, however long the socket has been away. */
  isAlive(): boolean;
  ended(end: ChannelEnd): void;
}

/** First and longest pause between attempts, with exponential backoff. In milliseconds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/** How long the server keeps a call without socket and media, by default; later attempts are pointless. */
const RETURN_WITHIN_MS = 30_000;

/** Timeout of an attempt; otherwise the operating system's, which is much longer, would apply. */
const CONNECT_WITHIN_MS = 8_000;

/** Shorter for a server that never answered: nothing is lost, and a person waits. */
const REACH_WITHIN_MS = 8_000;

/** Protocol errors of RFC 6455 that a new socket would not cure; 4000 and above are the application's own. */
const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009]);

/** Abnormal closure, without a close frame (RFC 6455, 7.4.1). */
const NO_WORD = 1006;

const isFinalCloseCode = (code: number): boolean =>
  FINAL_CLOSE_CODES.has(code) || (code >= 4000 && code <= 4999);

/** Servers that do not know `ping` refuse it without a session id, which all other frames of a call have. */
const isRefusedPing = (frame: CallFrame): boolean =>
  frame.type === 'error' && frame.data.code === 'INVALID_MESSAGE' && frame.sessionId === '';

/**
 * Pause before attempt `attempt` (from 0), with jitter so that clients of a restarting server don't reconnect together.
 */
export function pauseBeforeAttemptMs(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return longest / 2 + (random() * longest) / 2;
}

/**
 * A WebSocket that reconnects automatically, also after a silent network loss. Frames sent in between are queued, in
 * order.
 */
export class SignalingChannel {
  private socket: WebSocket | undefined;
  private readonly waiting: ClientFrame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly heartbeat = new Heartbeat(
    () => this.ping(),
    () => this.replace(),
  );
  private isWatched = false;
  private attempt = 0;
  private brokenSinceMs = 0;
  private wasOpen = false;
  private done = false;

  constructor(
    private readonly address: string,
    private readonly WebSocketClass: typeof WebSocket | undefined,
    private readonly listener: ChannelListener,
  ) {}

  get isOpen(): boolean {
    return this.socket?.readyState === OPEN;
  }

  connect(): void {
    this.brokenSinceMs = Date.now();
    this.open();
  }

  /** Sends now, or as soon as there is a socket. */
  send(frame: ClientFrame): void {
    if (this.done) return;
    if (this.isOpen) this.socket?.send(JSON.stringify(frame));
    else this.waiting.push(frame);
  }

  /**
   * Starts the heartbeat, which replaces an unresponsive socket. Not earlier: a server may take long for a first offer.
   */
  watch(): void {
    if (this.isWatched || this.done) return;
    this.isWatched = true;
    if (this.isOpen) this.heartbeat.start();
  }

  /** The network may have changed: checks the socket, or reconnects, immediately. */
  check(): void {
    if (this.done || !this.isWatched) return;
    if (this.isOpen) return this.heartbeat.askNow();
    this.moveOn();
  }

  /** Reconnects immediately, perhaps to another server. */
  moveOn(): void {
    if (this.done) return;
    this.dropSocket();
    this.attempt = 1;
    this.open();
  }

  /** Replaces the socket by a new one; drops queued frames. */
  renew(): void {
    this.waiting.length = 0;
    this.wasOpen = false;
    this.dropSocket();
    this.connect();
  }

  /** Closes for good, with 1000, after sending pending frames. Idempotent. */
  close(): void {
    this.done = true;
    this.dropSocket();
  }

  private open(): void {
    if (!this.WebSocketClass) throw new CallError('WEBRTC_UNSUPPORTED', 'There is no WebSocket here.');
    const socket = new this.WebSocketClass(this.address);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => this.closed(event.code, event.reason);
    // `close` has the details. The listener is needed because some implementations otherwise throw an uncaught error.
    socket.onerror = () => undefined;
    this.timer = setTimeout(() => this.replace(), CONNECT_WITHIN_MS);
  }

  private opened(): void {
    clearTimeout(this.timer);
    this.wasOpen = true;
    this.attempt = 0;
    if (this.isWatched) this.heartbeat.start();
    this.listener.opened();
    for (const frame of this.waiting.splice(0)) this.send(frame);
  }

  private received(data: unknown): void {
    const frame = parseServerFrame(data);
    if (!frame) return;
    if (frame.type !== 'pong' && !(this.isWatched && isRefusedPing(frame))) this.listener.frame(frame);
    else if (this.isWatched) this.heartbeat.start();
  }

  /** Unlike other frames it concerns this socket, and is never queued for the next. */
  private ping(): void {
    const ping: ClientFrame = { type: 'ping' };
    if (this.isOpen) this.socket?.send(JSON.stringify(ping));
  }

  /** Treats the socket as broken, although it has not closed. */
  private replace(): void {
    this.dropSocket();
    this.closed(NO_WORD, '');
  }

  private closed(code: number, reason: string): void {
    this.socket = undefined;
    clearTimeout(this.timer);
    this.heartbeat.stop();
    if (code === 1000) return this.finish({ kind: 'hung-up' });
    if (isFinalCloseCode(code)) return this.finish({ kind: 'refused', closeCode: code, closeReason: reason });
    if (this.attempt === 0) {
      if (this.wasOpen) this.brokenSinceMs = Date.now();
      this.listener.interrupted();
      if (this.done) return;
    }
    if (this.wasOpen && this.listener.isAlive()) this.brokenSinceMs = Date.now();
    const patienceMs = this.wasOpen ? RETURN_WITHIN_MS : REACH_WITHIN_MS;
    if (Date.now() - this.brokenSinceMs > patienceMs) return this.finish({ kind: 'unreachable' });
    this.timer = setTimeout(() => this.open(), pauseBeforeAttemptMs(this.attempt));
    this.attempt += 1;
  }

  private finish(end: ChannelEnd): void {
    if (this.done) return;
    this.close();
    this.listener.ended(end);
  }

  private dropSocket(): void {
    const socket = this.socket;
    this.socket = undefined;
    clearTimeout(this.timer);
    this.heartbeat.stop();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }
}
