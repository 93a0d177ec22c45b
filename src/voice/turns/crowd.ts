import type { TurnTakingState } from './turn-taking-types.js';

/** A crowd may be found to have begun so much later than the turn that it is. */
const FOUND_MS = 250;

/**
 * What of the open turn were people around the caller, where they were taken for its voice since then: all of it, its
 * end, or nothing. Words don't matter: recognisers find some in a crowd.
 */
export function crowdIn(
  { turn, turnStartMs, owesAnswer }: TurnTakingState,
  crowdFromMs: number | undefined,
): 'all' | 'end' | 'nothing' {
  if (crowdFromMs === undefined) return 'nothing';
  return turn !== 'none' && !owesAnswer && turnStartMs >= crowdFromMs - FOUND_MS ? 'all' : 'end';
}
