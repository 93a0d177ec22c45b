import type { AudioRates, MediaSession } from '../media/index.js';
import type { TransferDestination, TransferFailure } from '../voice/call-control.js';

/** A person who was called for a warm transfer and has answered, on a line of its own. */
export interface TransferLeg {
  readonly media: Pick<MediaSession, 'speech' | 'listen' | 'stats'>;
  /** Resolves when the line ends, on either side. */
  readonly over: Promise<void>;
  /** What another process needs to hang up this line, as plain JSON; undefined if it cannot. */
  kept?(): object | undefined;
  /** Idempotent. */
  hangUp(): void;
}

export interface TransferLegRequest extends AudioRates {
  readonly destination: TransferDestination;
  /** Aborted when the transfer is no longer needed. */
  readonly signal: AbortSignal;
}

export type TransferLegOutcome =
  | { readonly kind: 'answered'; readonly line: TransferLeg }
  | { readonly kind: 'failed'; readonly reason: TransferFailure };

/** Calls a person on behalf of a caller, for any kind of line. Never rejects. */
export type DialTransferTarget = (request: TransferLegRequest) => Promise<TransferLegOutcome>;
