import type { UsageAmounts } from '../../../voice/provider-usage.js';

export interface LiveFunctionCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** The server events of Gemini Live that a call uses. */
export type LiveEvent =
  | { readonly kind: 'audio'; readonly base64: string }
  | { readonly kind: 'agent-words'; readonly delta: string }
  | { readonly kind: 'caller-words'; readonly delta: string }
  /** The caller interrupted: the server dropped its answer. */
  | { readonly kind: 'interrupted' }
  /** @see ResponseDone for `detail`. */
  | { readonly kind: 'turn-complete'; readonly detail?: string }
  | { readonly kind: 'function-calls'; readonly calls: readonly LiveFunctionCall[] }
  | { readonly kind: 'functions-cancelled'; readonly ids: readonly string[] }
  /** A new connection can resume the session with this handle. */
  | { readonly kind: 'resumable'; readonly handle: string }
  | { readonly kind: 'usage'; readonly used: UsageAmounts };
