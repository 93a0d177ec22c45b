/** The part of a conversation that a provider works for; `embeddings`: of what the caller asks. */
export const USAGE_STAGES = ['endToEnd', 'stt', 'llm', 'tts', 'embeddings'] as const;
type UsageStage = (typeof USAGE_STAGES)[number];

/** How much a provider did, as its protocol reports it; of sound and characters, as it was asked. Absent: unknown. */
export interface UsageAmounts {
  /** All that went in: text and sound, remembered (cached) or not. */
  readonly inputTokens?: number;
  /** Of those, what the provider remembered from before. */
  readonly cachedTokens?: number;
  /** Of those, what was sound. */
  readonly audioInputTokens?: number;
  readonly outputTokens?: number;
  /** Of those, what was sound. */
  readonly audioOutputTokens?: number;
  /** Sound that was understood or made, in milliseconds. */
  readonly audioMs?: number;
  /** Characters that were spoken. */
  readonly characters?: number;
}

/** What one request came to. */
export interface ReportedUsage extends UsageAmounts {
  readonly model: string;
}

/** What one request of a conversation came to, and whose it was. */
export interface ProviderUsage extends ReportedUsage {
  readonly stage: UsageStage;
  /** The name that documents choose it by. */
  readonly provider: string;
}
