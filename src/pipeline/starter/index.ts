/** Local engines, shared by the stages of the starter agent. */
export { defaultStarterDocument } from './default-starter-document.js';
export { LocalEmbedder } from './local-embedder.js';
export { StarterEngines } from './starter-engines.js';
