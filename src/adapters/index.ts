export { AdapterRegistry } from './adapter-registry.js';
export { AdaptersModule } from './adapters.module.js';
export * from './agent-adapter.js';
