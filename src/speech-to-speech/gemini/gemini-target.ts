import type { LiveConnectConfig } from '@google/genai';

import type { Outbound } from '../../common/safe-http/index.js';
import type { MessageCounter } from '../../providers/index.js';

/** The service itself; named here so that the library never takes an address from the environment. */
export const DEFAULT_GEMINI_URL = 'https://generativelanguage.googleapis.com';
export const DEFAULT_GEMINI_API_VERSION = 'v1beta';

/** Rate of the caller's PCM in the protocol. */
export const GEMINI_INPUT_RATE_HZ = 16_000;

/** Rate of the agent's PCM in the protocol. */
export const GEMINI_OUTPUT_RATE_HZ = 24_000;

/** A Gemini Live server, and what every session of a call is set to. */
export interface GeminiTarget {
  readonly url: string;
  readonly apiVersion: string;
  readonly apiKey: string;
  readonly modelId: string;
  readonly instructions: string;
  readonly config: Omit<LiveConnectConfig, 'systemInstruction'>;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server whose address an account chose. */
  readonly outbound?: Outbound;
}
