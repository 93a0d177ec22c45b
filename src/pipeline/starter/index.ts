/** The keyless agent: it understands what its intents expect, and speaks their replies. */
export { defaultStarterDocument } from './default-starter-document.js';
export { StarterAdapter } from './starter.adapter.js';
export { StarterEngines } from './starter-engines.js';
