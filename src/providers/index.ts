/** The configured providers, how long calls wait for them, and their fault codes. */
export * from './accounts/index.js';
export { CallerBacklog } from './caller-backlog.js';
export { Embedder, type EmbeddingRequest, type TextEmbedder } from './embeddings/embedder.js';
export { Embedders } from './embeddings/embedders.js';
export { fieldsOf, listOf, parsed, stringOf } from './fields.js';
export type { ProviderBudgets } from './provider-budgets.js';
export type * from './provider-entry.js';
export { providerFault, type ProviderFaultCode } from './provider-faults.js';
export { providerFetch } from './provider-fetch.js';
export * from './languages/index.js';
export { ProviderMessages, type MessageCounter } from './provider-messages.js';
export { failureText, providerWords, wordsWithStatus } from './provider-words.js';
export { readProviderEntries } from './read-provider-entries.js';
export * from './presets/index.js';
export { ProviderMetrics, type ProviderWatch } from './provider-metrics.js';
export { ProvidersModule } from './providers.module.js';
