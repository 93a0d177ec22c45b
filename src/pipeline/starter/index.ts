/** What the stages of the keyless agent share: the engines of this machine. */
export { defaultStarterDocument } from './default-starter-document.js';
export { LocalEmbedder } from './local-embedder.js';
export { StarterEngines } from './starter-engines.js';
