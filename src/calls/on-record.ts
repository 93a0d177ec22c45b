import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './call.js';

/**
 * Waits until a call is persisted. After that another instance can resume it if this one is lost.
 * @param waitMs Maximum wait; 0 for none.
 */
export async function onRecord(call: Call | undefined, waitMs: number): Promise<void> {
  if (!call || waitMs === 0) return;
  const waits = new AbortController();
  const longest = pause(waitMs, undefined, { signal: waits.signal }).catch(() => undefined);
  await Promise.race([call.stored(), longest]);
  waits.abort();
}
