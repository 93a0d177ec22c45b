export { AdapterRegistry, type TextAdapter } from './adapter-registry.js';
export { AdaptersModule } from './adapters.module.js';
export * from './agent-adapter.js';
export type * from './text-conversation.js';
export { defaultStarterDocument } from './starter/index.js';
export { TextJudge } from './judge/text-judge.js';
