export interface IdleLimits {
  /** For a socket that never had a call. */
  readonly firstOfferTimeoutMs: number;
  /** For a socket that had calls, all of them ended. */
  readonly idleTimeoutMs: number;
}

/** A socket without a call. Monotonic times. */
export interface IdleSocket {
  readonly openedAtMs: number;
  /** Last time with a call; undefined if it never had one. */
  readonly busyAtMs: number | undefined;
  /**
   * True if a call lost its socket and this one may belong to the same client: some clients reconnect without sending
   * anything.
   */
  readonly mayBeAwaited: boolean;
}

/** Whether a socket without a call has exceeded its time limit. */
export function isOverstaying(socket: IdleSocket, nowMs: number, limits: IdleLimits): boolean {
  if (socket.mayBeAwaited) return false;
  if (socket.busyAtMs === undefined) return nowMs - socket.openedAtMs >= limits.firstOfferTimeoutMs;
  return nowMs - socket.busyAtMs >= limits.idleTimeoutMs;
}
