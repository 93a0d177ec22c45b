import type { AudioRates, MediaSession } from '../media/index.js';
import type { TransferDestination, TransferFailure } from '../voice/call-control.js';

/** A person who was called for a caller and has answered, on a line of its own. */
export interface PersonLine {
  readonly media: Pick<MediaSession, 'speech' | 'listen' | 'stats'>;
  /** Resolves when the line is gone, whoever ended it. */
  readonly over: Promise<void>;
  /** What another process needs to hang up on the person, as plain JSON; undefined while it can't. */
  kept?(): object | undefined;
  /** Idempotent. */
  hangUp(): void;
}

export interface PersonRequest extends AudioRates {
  readonly destination: TransferDestination;
  /** Aborted when nobody waits for the person any more. */
  readonly signal: AbortSignal;
}

export type PersonOutcome =
  | { readonly kind: 'answered'; readonly line: PersonLine }
  | { readonly kind: 'failed'; readonly reason: TransferFailure };

/** Calls a person for the caller of a call, whoever brought that call in. Never rejects. */
export type CallPerson = (request: PersonRequest) => Promise<PersonOutcome>;
