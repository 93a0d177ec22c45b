import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './call.js';

/**
 * Waits until a call is on record: whoever knows its session by then can go on with it at another instance, should this
 * one be lost.
 * @param waitMs At most; 0: not at all.
 */
export async function onRecord(call: Call | undefined, waitMs: number): Promise<void> {
  if (!call || waitMs === 0) return;
  const waits = new AbortController();
  const longest = pause(waitMs, undefined, { signal: waits.signal }).catch(() => undefined);
  await Promise.race([call.stored(), longest]);
  waits.abort();
}
