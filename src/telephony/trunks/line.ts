import type { Trunk } from './trunk.js';

/**
 * What a request came in by: the trunks that it may be of. Several where their addresses are the same; then the number
 * decides.
 */
export interface Line {
  readonly trunks: readonly Trunk[];
}
