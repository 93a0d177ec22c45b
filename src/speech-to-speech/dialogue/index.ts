/** The conversation shared by all speech-to-speech providers: words, answers, functions, turns and timeouts. */
export { EndToEndAdapter, type EndToEndCall } from './end-to-end.adapter.js';
