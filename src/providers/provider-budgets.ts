import type { AppConfig } from '../common/config/index.js';

/** How long a call waits for its providers, in milliseconds. */
export type ProviderBudgets = Pick<
  AppConfig['providers'],
  'connectTimeoutMs' | 'replyTimeoutMs' | 'fallbackAfterMs' | 'endToEndFallbackAfterMs' | 'reconnectBudgetMs'
>;
