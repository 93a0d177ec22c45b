import type { Outbound } from '../../safe-http/index.js';
import type { MessageCounter } from '../../providers/index.js';

export const DEFAULT_GEMINI_URL = 'https://generativelanguage.googleapis.com';
export const DEFAULT_GEMINI_API_VERSION = 'v1beta';

/** Sample rate of the caller's PCM in the protocol. */
export const GEMINI_INPUT_RATE_HZ = 16_000;

/** Sample rate of the agent's PCM in the protocol. */
export const GEMINI_OUTPUT_RATE_HZ = 24_000;

/** A Gemini Live server, and the settings of every session in a call. */
export interface GeminiTarget {
  readonly url: string;
  readonly apiVersion: string;
  readonly apiKey: string;
  readonly modelId: string;
  readonly instructions: string;
  /** The rest of `setup`, the first message of a session (https://ai.google.dev/api/live#BidiGenerateContentSetup). */
  readonly setup: Readonly<Record<string, unknown>>;
  /** True if Earshot detects the caller's turns; the server's activity detection is off then. */
  readonly ownTurns: boolean;
  /** True if the model may leave the caller's words unanswered. */
  readonly maySayNothing: boolean;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}

/** The address of sessions. The service takes the key only in there. */
export function sessionUrl({ url, apiVersion, apiKey }: GeminiTarget): string {
  const base = url.replace(/^http/, 'ws').replace(/\/+$/, '');
  const method = `google.ai.generativelanguage.${apiVersion}.GenerativeService.BidiGenerateContent`;
  return `${base}/ws/${method}?key=${encodeURIComponent(apiKey)}`;
}
