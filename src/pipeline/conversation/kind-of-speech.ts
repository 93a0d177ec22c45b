import {
  type AgentProgress,
  type Meaning,
  meaningOf,
  outcomeOf,
  type TurnOutcome,
} from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

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
  const { text, doubtful = false } = heard;
  if (text === '') return { outcome: doubtful ? 'words' : 'nothing', meaning: undefined };
  const meaning = progress && meaningOf(text, progress);
  const outcome = meaning ? outcomeOf(meaning) : 'words';
  const isUnknown = outcome === 'backchannel' && expectations?.knows(heard) === false;
  return { outcome: isUnknown ? 'nothing' : outcome, meaning };
}
