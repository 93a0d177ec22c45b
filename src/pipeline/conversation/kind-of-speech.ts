import { isBackchannel, type TurnOutcome } from '../../voice/turns/index.js';
import type { Expectations, Transcript } from '../stages/index.js';

/** Less of unknown speech than this, without a word, is a cough or a noise. */
const SHORTEST_UNKNOWN_MS = 500;

/** The same of a voice over the agent's that by its sound is neither of them: many words are shorter than that. */
const SHORTEST_UNCLEAR_MS = 300;

/** A backchannel is short; with more of unknown speech beside it, it is part of a sentence. */
const LONGEST_ASIDE_MS = 300;

function kindOfSpeech({ text, unknownSpeechMs = 0 }: Transcript, shortestUnknownMs: number): TurnOutcome {
  if (text === '') return unknownSpeechMs < shortestUnknownMs ? 'nothing' : 'words';
  return unknownSpeechMs < LONGEST_ASIDE_MS && isBackchannel(text) ? 'backchannel' : 'words';
}

/**
 * A backchannel while the agent is silent asks for nothing either, where it is known that there is no answer to it.
 *
 * @param expectations Of a silent agent, where it has any.
 * @param isNoListener Over the agent's voice, by its sound neither a backchannel nor a cough, as far as that tells.
 */
export function kindOfTurn(
  heard: Transcript,
  expectations: Expectations | undefined,
  isNoListener = false,
): TurnOutcome {
  const kind = kindOfSpeech(heard, isNoListener ? SHORTEST_UNCLEAR_MS : SHORTEST_UNKNOWN_MS);
  if (kind !== 'backchannel' || !expectations) return kind;
  return expectations.knows(heard) ? kind : 'nothing';
}
