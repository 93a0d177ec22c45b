import { createHash, randomBytes } from 'node:crypto';
import { WHOLE_SHARE } from './rollout-plan.js';

const BITS = 2 ** 32;

/**
 * Hashes a caller to [0, 1): stable for one caller and id, and evenly distributed.
 * @param caller Caller id; without one, each call is drawn independently.
 */
export function unitOf(id: string, caller: string | undefined): number {
  const bytes =
    caller === undefined ? randomBytes(4) : createHash('sha256').update(`${id}\n${caller}`).digest();
  return bytes.readUInt32BE(0) / BITS;
}

/** Whether the call's success is analyzed; stable per call. */
export const isJudged = (
  { id, judgedPercent = WHOLE_SHARE }: { readonly id: string; readonly judgedPercent?: number },
  sessionId: string,
): boolean => unitOf(`${id} judged`, sessionId) * WHOLE_SHARE < judgedPercent;

/**
 * Whether a caller gets the new version: sticky per rollout, also when the share grows.
 * @param share Percent of the calls.
 */
export function isCanaryCall(rolloutId: string, caller: string | undefined, share: number): boolean {
  return unitOf(rolloutId, caller) * WHOLE_SHARE < share;
}
