import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingState } from './turn-taking-types.js';

/** A crowd may be found to have begun so much later than the turn that it is. */
const FOUND_MS = 250;

/**
 * What of the open turn were people around the caller, where they were taken for its voice since then: all of it, its
 * end, or nothing. Words that were recognised count all the same, by a recogniser that tells them as they are spoken;
 * other engines only guess that so long a voice has some.
 */
export function crowdIn(
  { turn, turnStartMs, wordCount }: TurnTakingState,
  crowdFromMs: number | undefined,
  { wordsTell = true }: TurnTakingParameters,
): 'all' | 'end' | 'nothing' {
  if (crowdFromMs === undefined || (wordsTell && wordCount > 0)) return 'nothing';
  return turn !== 'none' && turnStartMs >= crowdFromMs - FOUND_MS ? 'all' : 'end';
}
