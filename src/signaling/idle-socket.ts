export interface IdleLimits {
  /** For a socket that never had a call. */
  readonly firstOfferTimeoutMs: number;
  /** For one whose last call has ended. */
  readonly idleTimeoutMs: number;
}

/** A socket without a call. Monotonic times. */
export interface IdleSocket {
  readonly openedAtMs: number;
  /** When it was last seen with a call; undefined when it never had one. */
  readonly busyAtMs: number | undefined;
  /** Whether a call lost its socket to whose client this one may belong: some come back in silence. */
  readonly mayBeAwaited: boolean;
}

/** Whether a socket without a call has been there for long enough. */
export function isOverstaying(socket: IdleSocket, nowMs: number, limits: IdleLimits): boolean {
  if (socket.mayBeAwaited) return false;
  if (socket.busyAtMs === undefined) return nowMs - socket.openedAtMs >= limits.firstOfferTimeoutMs;
  return nowMs - socket.busyAtMs >= limits.idleTimeoutMs;
}
