import { WebSocket } from 'ws';
import type { CallNotice, ClientConnection } from '../call-client/index.js';
import type { PresentedToken } from '../call-admission/index.js';
import { errorFrame } from './error-frame.js';
import { signOfLife } from './sign-of-life.js';
import type { ServerFrame, SignalErrorCode } from './wire/index.js';

/** Maps failures of running calls to protocol error codes. */
const FAILURE_CODES = {
  'media-failure': 'MEDIA_BRIDGE_FAILURE',
  'agent-failure': 'AGENT_FAILURE',
} as const satisfies Record<string, SignalErrorCode>;

export interface ConnectionLimits {
  readonly maxBufferedBytes: number;
  readonly takeoverTimeoutMs: number;
}

/** One signaling socket: the client's end of its calls. */
export class SignalConnection implements ClientConnection {
  /** Concurrent checks share one ping, so that the client gets only one. */
  private question: Promise<boolean> | undefined;
  private hasOffered = false;
  /** The first two sessions that began over this socket. */
  private readonly begun: string[] = [];

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: ConnectionLimits,
    /** The client's address as resolved by the census; undefined if unknown. */
    readonly address: string | undefined,
    /** The page's origin; undefined for clients that are not web pages. */
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

  /** Whether this socket may belong to the client that lost another one. */
  mayReplace(lost: ClientConnection): boolean {
    return lost instanceof SignalConnection && lost.address === this.address;
  }

  /** An offer for a new session was handled; undefined if it was refused. */
  offered(sessionId: string | undefined): void {
    this.hasOffered = true;
    if (sessionId !== undefined && this.begun.length < 2) this.begun.push(sessionId);
  }

  /**
   * The session meant by a frame that was sent before its client knew the id: the only one that began here, `refused`
   * if its offer was, undefined if ambiguous.
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
    // Limits memory held for a client that does not read.
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
      // The client continues it on another socket.
      case 'moved':
        return;
      case 'closed':
        return this.send({ type: 'close', sessionId });
    }
  }
}

/** The frame's credentials; an empty token counts as none. */
export const presentedToken = (
  { authToken }: { readonly authToken?: unknown },
  { address, origin }: SignalConnection,
): PresentedToken => ({
  authToken: typeof authToken === 'string' && authToken !== '' ? authToken : undefined,
  clientAddress: address,
  clientOrigin: origin,
});
