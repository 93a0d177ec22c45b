/** How much patience a call has with its providers. */
export interface ProviderBudgets {
  /** Until a provider is ready for a call. */
  readonly connectTimeoutMs: number;
  /** Until the next piece of an answer that is due. */
  readonly replyTimeoutMs: number;
  /** For an established provider to come back after its connection broke. 0: none. */
  readonly reconnectBudgetMs: number;
  /** How far a provider's speech may run ahead of what the caller heard. */
  readonly maxQueuedSpeechMs: number;
}
