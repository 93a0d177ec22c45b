import { CallError } from './call-error.js';
import { type ClientFrame, parseServerFrame, type ServerFrame } from './frames.js';

/** How the socket is gone for good. */
export type ChannelEnd =
  /** The server closed it with 1000: it hung up. */
  | { readonly kind: 'hung-up' }
  /** The server closed it with a code that is final: another attempt would be closed as well. */
  | { readonly kind: 'refused'; readonly closeCode: number; readonly closeReason: string }
  /** No attempt to connect got through in time. */
  | { readonly kind: 'unreachable' };

/** The error that an end means for the call; undefined where the other side just hung up. */
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

export interface ChannelListener {
  /** A socket is open: the first one, or one that replaces a broken one. */
  opened(): void;
  frame(frame: ServerFrame): void;
  /** The socket broke; the channel is connecting again. */
  interrupted(): void;
  ended(end: ChannelEnd): void;
}

/** First pause between two attempts; it doubles up to the longest. In milliseconds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/** The server keeps a call whose socket broke for 30 s by default; an attempt after that finds nothing. */
const RETURN_WITHIN_MS = 30_000;

/** A server that never answered is given up sooner: nothing is lost, and a person waits. */
const REACH_WITHIN_MS = 8_000;

/** Protocol errors of RFC 6455 that another socket would not cure; 4000 and above are the application's own. */
const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009]);

export const isFinalCloseCode = (code: number): boolean =>
  FINAL_CLOSE_CODES.has(code) || (code >= 4000 && code <= 4999);

/** Pause before attempt `attempt` (from 0), spread so that clients of a server that restarts don't come back at once. */
export function pauseBeforeAttemptMs(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return longest / 2 + (random() * longest) / 2;
}

/** A WebSocket that comes back by itself. Frames sent while it is away wait for it, in order. */
export class SignalingChannel {
  private socket: WebSocket | undefined;
  private readonly waiting: ClientFrame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private brokenSinceMs = 0;
  private wasOpen = false;
  private done = false;

  constructor(
    private readonly address: string,
    private readonly WebSocketClass: typeof WebSocket,
    private readonly listener: ChannelListener,
  ) {}

  get isOpen(): boolean {
    return this.socket?.readyState === this.WebSocketClass.OPEN;
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

  /** Replaces the socket by a fresh one; what waits is dropped. */
  renew(): void {
    this.waiting.length = 0;
    this.wasOpen = false;
    this.dropSocket();
    this.connect();
  }

  /** Closes for good, with 1000; what was sent before still goes out. Idempotent. */
  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    this.dropSocket();
  }

  private open(): void {
    const socket = new this.WebSocketClass(this.address);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => this.closed(event.code, event.reason);
    // What matters comes with `close`. A listener is needed all the same: some implementations throw an error that nobody hears.
    socket.onerror = () => undefined;
  }

  private opened(): void {
    this.wasOpen = true;
    this.attempt = 0;
    this.listener.opened();
    for (const frame of this.waiting.splice(0)) this.send(frame);
  }

  private received(data: unknown): void {
    const frame = parseServerFrame(data);
    if (frame) this.listener.frame(frame);
  }

  private closed(code: number, reason: string): void {
    this.socket = undefined;
    if (code === 1000) return this.finish({ kind: 'hung-up' });
    if (isFinalCloseCode(code)) return this.finish({ kind: 'refused', closeCode: code, closeReason: reason });
    if (this.attempt === 0) {
      if (this.wasOpen) this.brokenSinceMs = Date.now();
      this.listener.interrupted();
      if (this.done) return;
    }
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
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }
}
