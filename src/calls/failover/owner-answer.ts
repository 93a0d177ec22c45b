import type { FoundCall } from '../../conversations/index.js';
import { type CallRefusal, refuse, UNKNOWN_SESSION } from '../call-refusal.js';
import type { PeerAnswer } from '../peers/peer-client.js';

const NOT_YET = refuse(
  'media-failure',
  'The server that has the call does not answer, and may still be at work. Try again in a moment.',
);

const IN_A_SENTENCE = refuse(
  'media-failure',
  'Somebody is saying something over the connection that there is. Try again in a moment.',
);

/** The refusal of a takeover; undefined if the owner released the call or is certainly gone. */
export function refusalOf(answer: PeerAnswer, { owner }: FoundCall): CallRefusal | undefined {
  switch (answer) {
    case 'done':
    case 'gone':
    case 'another-instance':
      return undefined;
    case 'held':
    case 'unknown':
      return UNKNOWN_SESSION;
    case 'not-yet':
      return IN_A_SENTENCE;
    case 'silent':
    case 'cut-off':
      // An instance with peers stops before they see its lease as expired.
      return !owner.isAlive && owner.fences ? undefined : NOT_YET;
  }
}
