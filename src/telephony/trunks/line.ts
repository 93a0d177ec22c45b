import type { Trunk } from './trunk.js';

/** The trunks that a request may belong to. Several if they share an address; the number then decides. */
export interface Line {
  readonly trunks: readonly Trunk[];
}
