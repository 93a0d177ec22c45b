/**
 * A client that sends or receives media reports by RTCP every 5 s ± 50 % even while its user is silent (RFC 3550, 6.2
 * and 6.3.1), so a longer gap means that the client is gone.
 */
export const LONGEST_CLIENT_SILENCE_MS = 10_000;

/** A call that lost its signaling socket. Monotonic times. */
export interface UnheldCall {
  readonly detachedAtMs: number;
  /** Last time that any media packet arrived; undefined if media never connected. */
  readonly mediaSeenAtMs: number | undefined;
}

/** The time since which neither the socket nor media has shown activity. */
export function quietSinceMs({ detachedAtMs, mediaSeenAtMs }: UnheldCall): number {
  return Math.max(detachedAtMs, mediaSeenAtMs ?? detachedAtMs);
}

/** True once media is dead and neither socket nor media has been active for the grace period. */
export function isAbandoned(call: UnheldCall, nowMs: number, graceMs: number): boolean {
  const { mediaSeenAtMs } = call;
  if (mediaSeenAtMs !== undefined && nowMs - mediaSeenAtMs < LONGEST_CLIENT_SILENCE_MS) return false;
  return nowMs - quietSinceMs(call) >= graceMs;
}
