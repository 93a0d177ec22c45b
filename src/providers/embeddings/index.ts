export { Embedder } from './embedder.js';
export { Embedders } from './embedders.js';
