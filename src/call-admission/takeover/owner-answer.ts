import type { RemoteCallRecord } from '../../conversations/index.js';
import { type CallRefusal, refuse, UNKNOWN_SESSION } from '../call-refusal.js';
import type { PeerAnswer } from '../../cluster/index.js';

const NOT_YET = refuse(
  'media-failure',
  'The instance that owns the call does not respond, and may still be running. Try again in a moment.',
);

const IN_A_SENTENCE = refuse(
  'media-failure',
  'The caller is speaking on the current connection. Try again in a moment.',
);

/** The refusal of a takeover; undefined if the owner released the call or is certainly gone. */
export function refusalOf(answer: PeerAnswer, { owner }: RemoteCallRecord): CallRefusal | undefined {
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
