/** How long a call waits for its providers, in milliseconds. */
export interface ProviderBudgets {
  /** For a provider to become ready for a call. */
  readonly connectTimeoutMs: number;
  /** For the next piece of a response. */
  readonly replyTimeoutMs: number;
  /** For reconnecting a broken connection. 0: not at all. */
  readonly reconnectBudgetMs: number;
  /** How far a provider's speech may run ahead of what the caller heard. */
  readonly maxQueuedSpeechMs: number;
}
