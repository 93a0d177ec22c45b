/**
 * Speech to text, language model, text to speech. `conversation/` is the engine, `stages/` has the contracts of its
 * stages, and `stt/`, `llm/` and `tts/` implement them. The starter agent uses built-in stages (`starter/`), the
 * cascade configured ones.
 */
export { CascadeAdapter } from './cascade.adapter.js';
export { cascadeMembers, type CascadeMembers, type LocalEngines, watchMembers } from './cascade-members.js';
export { StarterAdapter } from './starter.adapter.js';
export { defaultStarterDocument, StarterEngines } from './starter/index.js';
export { type LanguageModel, type SpeechToText, STT_RATE_HZ, type TextToSpeech } from './stages/index.js';
export { longestSpeechMs } from './conversation/speech-length.js';
export { AgentWords, speakableText } from './words/index.js';
export { wavOf } from './stt/wav.js';
