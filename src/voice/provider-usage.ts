/** The part of a conversation that a provider works for; `embeddings`: of the caller's questions. */
export const USAGE_STAGES = ['endToEnd', 'stt', 'llm', 'tts', 'embeddings'] as const;
type UsageStage = (typeof USAGE_STAGES)[number];

/** Usage as reported by the provider's protocol; audio and characters as requested. Absent: unknown. */
export interface UsageAmounts {
  /** All input: text and audio, cached or not. */
  readonly inputTokens?: number;
  /** The cached part of it. */
  readonly cachedTokens?: number;
  /** The audio part of it. */
  readonly audioInputTokens?: number;
  readonly outputTokens?: number;
  /** The audio part of it. */
  readonly audioOutputTokens?: number;
  /** Audio recognized or synthesized, in milliseconds. */
  readonly audioMs?: number;
  readonly characters?: number;
}

/** The usage of one request. */
export interface ReportedUsage extends UsageAmounts {
  readonly model: string;
}

/** The usage of one request, with its provider and stage. */
export interface ProviderUsage extends ReportedUsage {
  readonly stage: UsageStage;
  /** The provider's name in documents. */
  readonly provider: string;
}
