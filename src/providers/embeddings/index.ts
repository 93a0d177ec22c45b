export { Embedder, type EmbeddingRequest, type TextEmbedder } from './embedder.js';
export { Embedders } from './embedders.js';
