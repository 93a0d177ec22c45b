/** Speech-to-speech agents over the Gemini Live protocol. */
export { GeminiAdapter } from './gemini.adapter.js';
