/** Pronunciation and vocabulary of a document, and spoken forms of numbers. */
export { AgentWords } from './agent-words.js';
export { speakableText } from './speakable-text.js';
