/** Speech-to-speech agents over the OpenAI Realtime protocol, in both of its dialects. */
export { RealtimeAdapter } from './realtime.adapter.js';
