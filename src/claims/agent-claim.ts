import type { StatedValue } from '../forms/index.js';

/**
 * What a sentence says that the agent did or knows.
 *
 * - `done`: a tool was used. `running`: it is being used. `denied`: it was not used.
 * - `result`: what a tool told. `promised`: what a person will do.
 */
export type ClaimKind = 'done' | 'running' | 'result' | 'denied' | 'promised';

export interface Claim {
  readonly kind: ClaimKind;
  /** Names of the tools that it can be about; none if the agent has no such tool. */
  readonly tools: readonly string[];
  /** Dates, times, amounts and numbers of the sentence. */
  readonly values: readonly StatedValue[];
  /** Names after "for", "to" and "under". */
  readonly names: readonly string[];
  /** For promises: what the person will do. */
  readonly act?: string;
}

/** A tool call of the conversation. */
export interface LedgerCall {
  /** Its id in the record, if it has one. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly argumentsText: string;
  /** What the model was told; absent while it is running. */
  readonly answer?: string | undefined;
  readonly failed?: 'error' | 'timeout' | 'unknown' | undefined;
}

export type UnprovenReason =
  /** The agent has no tool that does this. */
  | 'no-tool'
  | 'no-call'
  | 'failed'
  /** The call had other values than the sentence. */
  | 'other-values'
  /** It says that nothing was done, but it was. */
  | 'was-done'
  /** No source has the value. */
  | 'no-source';

export type Proof =
  | { readonly verdict: 'proven'; readonly call?: LedgerCall }
  | { readonly verdict: 'running'; readonly call: LedgerCall }
  | { readonly verdict: 'unproven'; readonly reason: UnprovenReason; readonly call?: LedgerCall };
