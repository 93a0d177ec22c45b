import {
  type AgentProgress,
  endOfWords,
  type Meaning,
  meaningOf,
  soundsLikePreface,
  type TurnEvent,
  turnOutcome,
  type TurnOutcome,
} from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/**
 * Describes the words so far for turn-taking.
 * @param expectations Of the model, if it has any.
 * @param meaning Undefined for languages other than English.
 */
export function wordsHeard(
  soFar: Transcript,
  expectations: Expectations | undefined,
  meaning: Meaning | undefined,
): TurnEvent {
  const { text, settled = false } = soFar;
  const awaited = expectations?.awaited();
  const end = awaited?.endOf(text) ?? endOfWords(text, meaning !== undefined, soFar);
  const isExample = expectations?.isComplete(soFar) ?? false;
  // An agent that answers questions gets the question soon.
  const isPreface = expectations !== undefined && !awaited && soundsLikePreface(text);
  return {
    kind: 'words-so-far',
    count: text === '' ? 0 : text.split(/\s+/).length,
    unfinished: end === 'open',
    unclear: end === 'doubtful' || (end !== 'complete' && (expectations?.isUnclear(soFar) ?? false)),
    complete: end !== 'open' && (isExample || (end === 'complete' && soFar.doubtful !== true && !isPreface)),
    meaning,
    settled,
  };
}

/** Classification of an ended turn, and the purpose of its words. */
export interface KindOfTurn {
  readonly outcome: TurnOutcome;
  readonly meaning: Meaning | undefined;
}

/**
 * While the agent is silent, a backchannel without a known answer needs no reply.
 *
 * @param progress Of the agent; absent if words in the caller's language cannot be classified.
 * @param expectations Of a silent agent, if it has any.
 */
export function kindOfTurn(
  heard: Transcript,
  progress: AgentProgress | undefined,
  expectations: Expectations | undefined,
): KindOfTurn {
  const { text, doubtful = false } = heard;
  if (text === '') return { outcome: doubtful ? 'words' : 'nothing', meaning: undefined };
  const meaning = progress && meaningOf(text, progress);
  const outcome = meaning ? turnOutcome(meaning) : 'words';
  const isUnknown = outcome === 'backchannel' && expectations?.knows(heard) === false;
  return { outcome: isUnknown ? 'nothing' : outcome, meaning };
}
