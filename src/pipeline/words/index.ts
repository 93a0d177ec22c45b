/** Words that are hard to say or to hear: what a document says of them, and how people say numbers. */
export { AgentWords } from './agent-words.js';
export { plainText } from './plain-text.js';
