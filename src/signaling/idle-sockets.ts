import type { WebSocket } from 'ws';
import type { ClientConnection } from '../call-client/index.js';
import { runEvery } from '../common/timers/index.js';
import { type IdleLimits, isOverstaying } from './idle-socket.js';

const SWEEP_INTERVAL_MS = 500;

/** Makes clients reconnect (RFC 6455, 7.4.1), as a client must that lost its socket unnoticed. */
const GOING_AWAY = 1001;

export interface SweptSocket {
  readonly socket: WebSocket;
  readonly connection: ClientConnection;
  readonly mayBeAwaited: () => boolean;
}

/** Closes sockets that have been without a call for too long. Polls only while there are any. */
export class IdleSockets {
  private readonly seen = new Map<SweptSocket, { openedAtMs: number; busyAtMs: number | undefined }>();
  private endSweeps: (() => void) | undefined;

  constructor(
    private readonly limits: IdleLimits,
    private readonly busyConnections: () => ReadonlySet<ClientConnection>,
  ) {}

  add(swept: SweptSocket): void {
    this.seen.set(swept, { openedAtMs: performance.now(), busyAtMs: undefined });
    this.endSweeps ??= runEvery(SWEEP_INTERVAL_MS, () => this.sweep(performance.now()));
    swept.socket.once('close', () => {
      this.seen.delete(swept);
      if (this.seen.size === 0) this.stop();
    });
  }

  stop(): void {
    this.endSweeps?.();
    this.endSweeps = undefined;
  }

  private sweep(nowMs: number): void {
    const busy = this.busyConnections();
    for (const [swept, times] of this.seen) {
      if (busy.has(swept.connection)) {
        times.busyAtMs = nowMs;
      } else if (isOverstaying({ ...times, mayBeAwaited: swept.mayBeAwaited() }, nowMs, this.limits)) {
        swept.socket.close(GOING_AWAY, 'no session');
      }
    }
  }
}
