import type { TurnTakingState } from './turn-taking-types.js';

/**
 * From here on a voice is as good as known to be the agent's own, from the caller's loudspeaker. With the development
 * corpus of `bench:duplex` echoes had 0.80 and more, and callers over an echo 20 dB softer than the agent at most 0.72.
 */
const OWN = 0.75;
/**
 * The same where it also sounds like no interruption (log odds): echoes whose way shakes had 0.61 to 0.74, and of 161
 * callers one had as much, and sounded so.
 */
const LIKELY_OWN = 0.6;
const NO_INTERRUPTION = -1;

/** A turn is explained as well as the stretch of it that is explained worst. */
export function followOwnVoice(state: TurnTakingState, match: number): TurnTakingState {
  if (state.turn === 'none') return state;
  return { ...state, ownVoice: Math.min(state.ownVoice ?? 1, match) };
}

/**
 * Whether nobody has spoken in the open turn but the agent itself. What it says must not come back as the words of the
 * caller, however a recogniser hears them, and however late they come. A sound that is rather an interruption than none
 * is the caller's: its voice may happen to go together with the agent's.
 */
export function isOwnVoice({
  ownVoice = -1,
  overlap,
}: Pick<TurnTakingState, 'ownVoice' | 'overlap'>): boolean {
  if (overlap === undefined) return ownVoice >= OWN;
  const asked = overlap.interruption <= NO_INTERRUPTION ? LIKELY_OWN : OWN;
  return ownVoice >= asked && overlap.interruption < 0;
}
