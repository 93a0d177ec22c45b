/** End-to-end agents over the OpenAI Realtime protocol, in both of its dialects. */
export { RealtimeAdapter, type RealtimeAdapterOptions } from './realtime.adapter.js';
