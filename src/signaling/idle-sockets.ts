import type { WebSocket } from 'ws';
import type { CallHolder } from '../calls/index.js';
import { type IdleLimits, isOverstaying } from './idle-socket.js';

const SWEEP_INTERVAL_MS = 500;

/**
 * Another try is not in vain: clients come back after this one (RFC 6455, 7.4.1), as one must that lost its socket
 * in silence.
 */
const GOING_AWAY = 1001;

export interface SweptSocket {
  readonly socket: WebSocket;
  readonly holder: CallHolder;
  readonly mayBeAwaited: () => boolean;
}

/** Closes sockets that carry no call for too long. */
export class IdleSockets {
  private readonly seen = new Map<SweptSocket, { openedAtMs: number; busyAtMs: number | undefined }>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly limits: IdleLimits,
    private readonly busyHolders: () => ReadonlySet<CallHolder>,
  ) {
    this.timer = setInterval(() => this.sweep(performance.now()), SWEEP_INTERVAL_MS).unref();
  }

  add(swept: SweptSocket): void {
    this.seen.set(swept, { openedAtMs: performance.now(), busyAtMs: undefined });
    swept.socket.once('close', () => this.seen.delete(swept));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private sweep(nowMs: number): void {
    const busy = this.busyHolders();
    for (const [swept, times] of this.seen) {
      if (busy.has(swept.holder)) {
        times.busyAtMs = nowMs;
      } else if (isOverstaying({ ...times, mayBeAwaited: swept.mayBeAwaited() }, nowMs, this.limits)) {
        swept.socket.close(GOING_AWAY, 'no session');
      }
    }
  }
}
