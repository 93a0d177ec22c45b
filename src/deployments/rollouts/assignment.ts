import { createHash, randomBytes } from 'node:crypto';
import { WHOLE_SHARE } from './rollout-plan.js';

const BITS = 2 ** 32;

/**
 * Where a caller lies between 0 and 1 (1 excluded): always the same for one caller under one id, and evenly spread.
 * @param caller Who calls; an unknown caller is drawn anew for each call.
 */
export function unitOf(id: string, caller: string | undefined): number {
  const bytes =
    caller === undefined ? randomBytes(4) : createHash('sha256').update(`${id}\n${caller}`).digest();
  return bytes.readUInt32BE(0) / BITS;
}

/** Whether it is found out of a call whether it succeeded: always the same for one call. */
export const isJudged = (
  { id, judgedPercent = WHOLE_SHARE }: { readonly id: string; readonly judgedPercent?: number },
  sessionId: string,
): boolean => unitOf(`${id} judged`, sessionId) * WHOLE_SHARE < judgedPercent;

/**
 * Whether a caller gets the new version: always the same for one caller in one rollout, and still so when the share
 * grows.
 * @param share Percent of the calls.
 */
export function isCanaryCall(rolloutId: string, caller: string | undefined, share: number): boolean {
  return unitOf(rolloutId, caller) * WHOLE_SHARE < share;
}
