import { createHash, randomBytes } from 'node:crypto';
import { WHOLE_SHARE } from './rollout-plan.js';

const BITS = 2 ** 32;

/**
 * Whether a caller gets the new version: always the same for one caller in one rollout, and still so when the share
 * grows.
 * @param caller Who calls; an unknown caller is drawn anew for each call.
 * @param share Percent of the calls.
 */
export function isCanaryCall(rolloutId: string, caller: string | undefined, share: number): boolean {
  const bytes =
    caller === undefined ? randomBytes(4) : createHash('sha256').update(`${rolloutId}\n${caller}`).digest();
  return (bytes.readUInt32BE(0) / BITS) * WHOLE_SHARE < share;
}
