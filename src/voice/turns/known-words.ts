import type { Meaning } from '../overlap-evidence.js';
import { type AgentProgress, countWords, listens, meaningOf } from './meaning.js';
import type { TurnOutcome, TurnTakingEvent, TurnTakingState } from './turn-taking-types.js';

/** The words' opinion on the end of the turn is valid until the caller says more. */
export const NO_OPINION = { unfinished: false, unclear: false, complete: false, settled: false };
const NOT_SEEN = { meaning: undefined, margin: undefined, timesClear: 0, seenMs: -Infinity };
export const NO_WORDS = { ...NO_OPINION, ...NOT_SEEN, wordCount: 0 };

/**
 * Minimum margin over a hum (natural logarithm) of clear words. A single word needs a very clear margin, because hums
 * are transcribed as single words. Three very clear words count as clear twice, even if the last one may be cut off.
 */
const CLEAR_MARGIN = 3;
export const VERY_CLEAR_MARGIN = 5;

type WordsEvent = Extract<TurnTakingEvent, { kind: 'words-so-far' | 'words-seen' }>;

/** Adds transcribed or spotted words to the open turn's state. */
export function withWords(state: TurnTakingState, event: WordsEvent): TurnTakingState {
  const { count, meaning } = event;
  if (event.kind === 'words-seen') {
    const { margin } = event;
    const isVeryClear = margin > VERY_CLEAR_MARGIN;
    const clear = isVeryClear && count > 2 ? 2 : isVeryClear || (margin > CLEAR_MARGIN && count > 1) ? 1 : 0;
    const timesClear = clear === 0 || meaning !== 'words' ? 0 : state.timesClear + clear;
    return { ...state, wordCount: count, meaning, margin, timesClear, seenMs: state.nowMs };
  }
  const { unfinished, unclear = false, complete = false, settled = false } = event;
  const told = { ...state, unfinished, unclear, complete, settled: settled && state.hushed };
  // Word spotting has shown that the transcribed words were a hum.
  if (state.margin !== undefined) return told;
  return { ...told, wordCount: count, meaning };
}

/** Describes spotted words in a voice over the agent for turn-taking. */
export function seenWords(
  { text, margin }: { readonly text: string; readonly margin: number },
  progress: AgentProgress,
) {
  return {
    kind: 'words-seen',
    count: countWords(text),
    meaning: meaningOf(text, progress, true),
    margin,
  } as const;
}

export function turnOutcome(meaning: Meaning | undefined): TurnOutcome {
  if (meaning === undefined) return 'nothing';
  if (listens(meaning)) return 'backchannel';
  return meaning === 'hold' ? 'hold' : 'words';
}
