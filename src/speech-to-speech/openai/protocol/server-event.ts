/** What a Realtime server says, the same for both dialects, and no more of it than the conversation uses. */
export type ServerEvent =
  | { readonly kind: 'session-created'; readonly dialect: RealtimeDialect }
  | { readonly kind: 'session-updated' }
  /** Server voice detection: the caller began to speak. */
  | { readonly kind: 'speech-started' }
  /** Server voice detection: the caller has been silent for the configured time. */
  | { readonly kind: 'speech-stopped' }
  /** What the caller said became an item of the conversation. */
  | { readonly kind: 'caller-item'; readonly itemId: string }
  | { readonly kind: 'caller-transcript-delta'; readonly itemId: string; readonly delta: string }
  | { readonly kind: 'caller-transcript'; readonly itemId: string; readonly text: string }
  | { readonly kind: 'response-created'; readonly responseId: string }
  | { readonly kind: 'agent-item'; readonly responseId: string; readonly itemId: string }
  | { readonly kind: 'audio'; readonly responseId: string; readonly itemId: string; readonly base64: string }
  | {
      readonly kind: 'agent-transcript-delta';
      readonly responseId: string;
      readonly itemId: string;
      readonly delta: string;
    }
  | {
      readonly kind: 'function-call';
      readonly responseId: string;
      readonly callId: string;
      readonly name: string;
      readonly argumentsText: string;
    }
  | { readonly kind: 'response-done'; readonly responseId: string; readonly status: string }
  | { readonly kind: 'error'; readonly code: string };

/** The general dialect since August 2025, and the beta before it. */
export type RealtimeDialect = 'ga' | 'beta';

/** A message as it was understood: an event, one that isn't of interest, or none of the protocol. */
export type ParsedMessage =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'malformed' };
