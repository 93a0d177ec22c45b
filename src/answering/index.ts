/** Which engine answers a document. */
export { AdapterRegistry, type TextAdapter } from './adapter-registry.js';
export { AnsweringModule } from './answering.module.js';
