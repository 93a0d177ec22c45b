/** What the stages of the keyless agent share: the built-in engines, and what callers are expected to say. */
export { defaultStarterDocument } from './default-starter-document.js';
export { expectedSentences } from './expected-sentences.js';
export { LocalEmbedder } from './local-embedder.js';
export { StarterEngines } from './starter-engines.js';
