import { GoogleGenAI, Live, type LiveConnectParameters, type Session } from '@google/genai';

import type { GeminiTarget } from './gemini-target.js';

type SocketFactory = ConstructorParameters<typeof Live>[2];

/**
 * The official library on a guarded socket. Its own socket accepts messages of any size, and invalid JSON causes an
 * unhandled rejection that ends the process.
 */
export class GeminiClient extends GoogleGenAI {
  constructor({ url, apiVersion, apiKey }: GeminiTarget) {
    // Sets everything explicitly, because the library takes missing values from the environment.
    super({ vertexai: false, apiKey, apiVersion, httpOptions: { baseUrl: url, apiVersion } });
  }

  /** Resolves when the server has confirmed the session. */
  async openLive(sockets: SocketFactory, parameters: LiveConnectParameters): Promise<Session> {
    // The key is part of the URL, so no headers are needed.
    const noHeaders = { addAuthHeaders: () => Promise.resolve() };
    return await new Live(this.apiClient, noHeaders, sockets).connect(parameters);
  }
}
