import type { LiveConnectConfig } from '@google/genai';

import type { Outbound } from '../../common/safe-http/index.js';
import type { MessageCounter } from '../../providers/index.js';

/** The public service. Set explicitly so that the library never takes an address from the environment. */
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
  readonly config: Omit<LiveConnectConfig, 'systemInstruction'>;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}
