/** Speech-to-speech agents over the Gemini Live protocol, with Google's official library. */
export { GeminiAdapter } from './gemini.adapter.js';
