import { timingSafeEqual } from 'node:crypto';

/** In a time that does not depend on where they differ. */
export const hashesAlike = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
