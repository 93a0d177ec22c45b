/**
 * However silent the person is, a client that sends or receives reports on it by RTCP every 5 s, give or take a
 * half (RFC 3550, 6.2 and 6.3.1). So one of whom nothing came for longer than this is not there.
 */
export const LONGEST_CLIENT_SILENCE_MS = 10_000;

/** What is known of a call whose signaling socket is gone. Monotonic times. */
export interface UnheldCall {
  readonly detachedAtMs: number;
  /** When something last came over media; undefined while media never was up. */
  readonly mediaSeenAtMs: number | undefined;
}

/** Since when neither socket nor media gave a sign of life. */
export function quietSinceMs({ detachedAtMs, mediaSeenAtMs }: UnheldCall): number {
  return Math.max(detachedAtMs, mediaSeenAtMs ?? detachedAtMs);
}

/** Whether the client is gone for good: media is dead, and neither was there for the grace time. */
export function isAbandoned(call: UnheldCall, nowMs: number, graceMs: number): boolean {
  const { mediaSeenAtMs } = call;
  if (mediaSeenAtMs !== undefined && nowMs - mediaSeenAtMs < LONGEST_CLIENT_SILENCE_MS) return false;
  return nowMs - quietSinceMs(call) >= graceMs;
}
