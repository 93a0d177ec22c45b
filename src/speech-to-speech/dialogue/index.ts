/** The one conversation of all end-to-end providers: both sides' words, answers, functions, turns, and patience. */
export { EndToEndAdapter, type EndToEndCall } from './end-to-end.adapter.js';
