export { parseAgentDocument } from './agent-document.parser.js';
export { AgentsModule } from './agents.module.js';
export { agentNotFound, AgentsService, publishedDocument } from './agents.service.js';
export { RealTimeConfigs } from './real-time-configs/real-time-configs.service.js';
export { DraftsService } from './drafts.service.js';
export { freezeDraft, freezeSource } from './freeze-source.js';
export { draftHash, draftLock, isFrozenOrDrafted, knowledgeHashOf } from './knowledge-hash.js';
export { holdDraft, lockAgent, setGated } from './agent-locks.js';
