import type { Meaning } from '../overlap-evidence.js';
import { type AgentProgress, countWords, listens, meaningOf } from './meaning.js';
import type { TurnOutcome, TurnTakingEvent, TurnTakingState } from './turn-taking-types.js';

/** What words say of the end of a turn counts until the caller says more. */
export const NO_OPINION = { unfinished: false, unclear: false, complete: false, settled: false };
const NOT_SEEN = { meaning: undefined, margin: undefined, timesClear: 0, seenMs: -Infinity };
export const NO_WORDS = { ...NO_OPINION, ...NOT_SEEN, wordCount: 0 };

/**
 * How much likelier than a hum words are that are clear (natural logarithm). A single word has to be very clear, since
 * that is how hums are written down; three that are so are clear twice, the last of which may be cut off.
 */
const CLEAR_MARGIN = 3;
export const VERY_CLEAR_MARGIN = 5;

type WordsEvent = Extract<TurnTakingEvent, { kind: 'words-so-far' | 'words-seen' }>;

/** What is known of the words of the open turn, after they were told, or seen over the agent's voice. */
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
  // A hum that is written down as words was seen to be one.
  if (state.margin !== undefined) return told;
  return { ...told, wordCount: count, meaning };
}

/** What turn-taking is told of a quick look at the words of a voice over the agent's. */
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

/** What becomes of a turn with such words. */
export function outcomeOf(meaning: Meaning | undefined): TurnOutcome {
  if (meaning === undefined) return 'nothing';
  if (listens(meaning)) return 'backchannel';
  return meaning === 'hold' ? 'hold' : 'words';
}
