import type { UsageAmounts } from '../../../voice/provider-usage.js';
import type { ProviderEvent } from '../../connection/index.js';

/** The events of a Realtime server that the conversation uses, independent of the dialect. */
export type ServerEvent =
  | ProviderEvent
  | { readonly kind: 'session-created'; readonly dialect: RealtimeDialect }
  | { readonly kind: 'session-updated' }
  | { readonly kind: 'provider-error'; readonly code: string; readonly detail?: string | undefined };

/** The general dialect (since August 2025), and the beta before it. */
export type RealtimeDialect = 'ga' | 'beta';

/** A parsed message: an event, an unused message type, or no message of the protocol. */
export type ParsedMessage =
  | { readonly kind: 'event'; readonly event: ServerEvent; readonly used?: UsageAmounts }
  /** @see https://platform.openai.com/docs/api-reference/realtime-server-events for `type`. */
  | { readonly kind: 'ignored'; readonly type: string }
  | { readonly kind: 'malformed' };
