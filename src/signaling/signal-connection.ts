import { WebSocket } from 'ws';
import type { CallHolder, CallNotice } from '../calls/index.js';
import { errorFrame } from './error-frame.js';
import { signOfLife } from './sign-of-life.js';
import type { ServerFrame, SignalErrorCode } from './wire/index.js';

/** Which error code of the protocol a failure of a running call has. */
const FAILURE_CODES = {
  'media-failure': 'MEDIA_BRIDGE_FAILURE',
  'agent-failure': 'AGENT_FAILURE',
} as const satisfies Record<string, SignalErrorCode>;

export interface ConnectionLimits {
  readonly maxBufferedBytes: number;
  readonly takeoverTimeoutMs: number;
}

/** One signaling socket: the client's end of its calls. */
export class SignalConnection implements CallHolder {
  /** One question at a time, however many ask: it is the client on the other end who would have to answer each. */
  private question: Promise<boolean> | undefined;
  private hasOffered = false;
  /** Sessions that offers over this socket began, the first two. */
  private readonly begun: string[] = [];

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: ConnectionLimits,
    /** Where the client is, or whose client it is; undefined when nobody knows. */
    readonly address: string | undefined,
    /** Of the page; undefined for what is no page. */
    readonly origin: string | undefined,
  ) {}

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  isAlive(): Promise<boolean> {
    this.question ??= signOfLife(this.socket, this.limits.takeoverTimeoutMs).finally(
      () => (this.question = undefined),
    );
    return this.question;
  }

  /** Whether the client of a socket that was lost may be the one behind this socket. */
  mayReplace(lost: CallHolder): boolean {
    return lost instanceof SignalConnection && lost.address === this.address;
  }

  /** An offer for a new session was handled, which got this id unless it was refused. */
  offered(sessionId: string | undefined): void {
    this.hasOffered = true;
    if (sessionId !== undefined && this.begun.length < 2) this.begun.push(sessionId);
  }

  /**
   * What a frame is about that was sent before its client knew the id of the session: the one that began here, or
   * `refused` where the offer was, and undefined where that is not clear.
   */
  get onlyOffer(): { readonly sessionId: string } | 'refused' | undefined {
    const [sessionId, another] = this.begun;
    if (another !== undefined || !this.hasOffered) return undefined;
    return sessionId === undefined ? 'refused' : { sessionId };
  }

  cut(): void {
    this.socket.terminate();
  }

  send(frame: ServerFrame): void {
    if (!this.isOpen) return;
    // A client that does not read would have us hold its frames for ever.
    if (this.socket.bufferedAmount > this.limits.maxBufferedBytes) return this.cut();
    this.socket.send(JSON.stringify(frame));
  }

  notify(sessionId: string, notice: CallNotice): void {
    switch (notice.kind) {
      case 'candidate':
        return this.send({ type: 'ice-candidate', sessionId, data: notice.candidate });
      case 'event':
        return this.send({ type: 'event', sessionId, number: notice.number, data: notice.event });
      case 'failed':
        return this.send(errorFrame(sessionId, FAILURE_CODES[notice.reason], notice.message));
      // Its client goes on with it by itself.
      case 'moved':
        return;
      case 'closed':
        return this.send({ type: 'close', sessionId });
    }
  }
}
