import {
  type AgentProgress,
  type Meaning,
  meaningOf,
  outcomeOf,
  type TurnOutcome,
} from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/** Less of unknown speech than this, without a word, is a cough or a noise. */
const SHORTEST_UNKNOWN_MS = 500;

/** A backchannel is short; with more of unknown speech beside it, it is part of a sentence. */
const LONGEST_ASIDE_MS = 300;

/** What an ended turn was, and what its words are for. */
export interface KindOfTurn {
  readonly outcome: TurnOutcome;
  readonly meaning: Meaning | undefined;
}

/**
 * A backchannel while the agent is silent asks for nothing either, where it is known that there is no answer to it.
 *
 * @param progress Of the agent; absent where nobody tells what is meant in the caller's language.
 * @param expectations Of a silent agent, where it has any.
 */
export function kindOfTurn(
  heard: Transcript,
  progress: AgentProgress | undefined,
  expectations: Expectations | undefined,
): KindOfTurn {
  const { text, unknownSpeechMs = 0 } = heard;
  if (text === '') {
    return { outcome: unknownSpeechMs < SHORTEST_UNKNOWN_MS ? 'nothing' : 'words', meaning: undefined };
  }
  const meaning = progress && unknownSpeechMs < LONGEST_ASIDE_MS ? meaningOf(text, progress) : undefined;
  const outcome = meaning ? outcomeOf(meaning) : 'words';
  const isUnknown = outcome === 'backchannel' && expectations?.knows(heard) === false;
  return { outcome: isUnknown ? 'nothing' : outcome, meaning };
}
