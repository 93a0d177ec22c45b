import { isBackchannel, type TurnOutcome } from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/** Less of unknown speech than this, without a word, is a cough or a noise. */
const SHORTEST_UNKNOWN_MS = 500;

/** A backchannel is short; with more of unknown speech beside it, it is part of a sentence. */
const LONGEST_ASIDE_MS = 300;

function kindOfSpeech({ text, unknownSpeechMs = 0 }: Transcript): TurnOutcome {
  if (text === '') return unknownSpeechMs < SHORTEST_UNKNOWN_MS ? 'nothing' : 'words';
  return unknownSpeechMs < LONGEST_ASIDE_MS && isBackchannel(text) ? 'backchannel' : 'words';
}

/**
 * A backchannel while the agent is silent asks for nothing either, where it is known that there is no answer to it.
 *
 * @param expectations Of a silent agent, where it has any.
 */
export function kindOfTurn(heard: Transcript, expectations: Expectations | undefined): TurnOutcome {
  const kind = kindOfSpeech(heard);
  if (kind !== 'backchannel' || !expectations) return kind;
  return expectations.answerTo(heard) === undefined ? 'nothing' : kind;
}
