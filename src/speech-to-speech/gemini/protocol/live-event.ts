import type { UsageAmounts } from '../../../voice/provider-usage.js';

/** A function that the model calls. */
export interface LiveFunctionCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** What a Gemini Live server says, as far as a call is interested in it. */
export type LiveEvent =
  | { readonly kind: 'audio'; readonly base64: string }
  | { readonly kind: 'agent-words'; readonly delta: string }
  | { readonly kind: 'caller-words'; readonly delta: string }
  /** The caller spoke into an answer: the server has given it up. */
  | { readonly kind: 'interrupted' }
  /** @see ResponseDone for `detail`. */
  | { readonly kind: 'turn-complete'; readonly detail?: string }
  | { readonly kind: 'function-calls'; readonly calls: readonly LiveFunctionCall[] }
  | { readonly kind: 'functions-cancelled'; readonly ids: readonly string[] }
  /** With this handle a new connection goes on where this one ended. */
  | { readonly kind: 'resumable'; readonly handle: string }
  | { readonly kind: 'usage'; readonly used: UsageAmounts };
