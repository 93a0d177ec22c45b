import type { UsageAmounts } from '../../../voice/provider-usage.js';
import type { ProviderEvent } from '../../connection/index.js';

/** What a Realtime server says, the same for both dialects, and no more of it than the conversation uses. */
export type ServerEvent =
  | ProviderEvent
  | { readonly kind: 'session-created'; readonly dialect: RealtimeDialect }
  | { readonly kind: 'session-updated' }
  | { readonly kind: 'provider-error'; readonly code: string; readonly detail?: string | undefined };

/** The general dialect since August 2025, and the beta before it. */
export type RealtimeDialect = 'ga' | 'beta';

/** A message as it was understood: an event, one that isn't of interest, or none of the protocol. */
export type ParsedMessage =
  | { readonly kind: 'event'; readonly event: ServerEvent; readonly used?: UsageAmounts }
  /** @see https://platform.openai.com/docs/api-reference/realtime-server-events for `type`. */
  | { readonly kind: 'ignored'; readonly type: string }
  | { readonly kind: 'malformed' };
