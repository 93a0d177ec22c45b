import { timingSafeEqual } from 'node:crypto';

/** Constant-time comparison. */
export const hashesAlike = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
