/** What one claim of a sentence came to. */
export interface ClaimReport {
  /** The agent's turn, if known. */
  readonly turnId?: string;
  readonly sentence: string;
  /** See `ClaimKind`; a `value` or a `name` without a source. */
  readonly claim: 'done' | 'running' | 'result' | 'denied' | 'promised' | 'value' | 'name';
  readonly tool?: string;
  readonly verdict: 'proven' | 'unproven';
  /** Why it is unproven; see `UnprovenReason`. */
  readonly reason?: string;
  /** The call that proves it, or that it is wrong about; see `ToolCallReport`. */
  readonly callId?: string;
  /** Values without a source, as they were said. */
  readonly values?: readonly string[];
  /** False: the sentence was withheld. */
  readonly said: boolean;
}
