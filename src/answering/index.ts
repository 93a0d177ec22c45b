export { AdapterRegistry } from './adapter-registry.js';
export { AnsweringModule } from './answering.module.js';
