/** End-to-end agents over the Gemini Live protocol, with Google's official library. */
export { GeminiAdapter, type GeminiAdapterOptions } from './gemini.adapter.js';
