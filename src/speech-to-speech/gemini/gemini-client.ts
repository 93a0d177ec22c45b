import { GoogleGenAI, Live, type LiveConnectParameters, type Session } from '@google/genai';

import type { GeminiTarget } from './gemini-target.js';

type SocketFactory = ConstructorParameters<typeof Live>[2];

/**
 * The official library, over a socket of ours. Its own socket takes messages of any size, and a message that is no JSON
 * becomes an unhandled rejection, which ends the process.
 */
export class GeminiClient extends GoogleGenAI {
  constructor({ url, apiVersion, apiKey }: GeminiTarget) {
    // Everything is named, since the library fills gaps from the environment.
    super({ vertexai: false, apiKey, apiVersion, httpOptions: { baseUrl: url, apiVersion } });
  }

  /** Resolves when the server has confirmed the session. */
  async openLive(sockets: SocketFactory, parameters: LiveConnectParameters): Promise<Session> {
    // With a key, which goes into the address, no headers are needed.
    const noHeaders = { addAuthHeaders: () => Promise.resolve() };
    return await new Live(this.apiClient, noHeaders, sockets).connect(parameters);
  }
}
