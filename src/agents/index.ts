export { parseAgentDocument } from './agent-document.parser.js';
export { AgentsModule } from './agents.module.js';
export { agentNotFound, AgentsService } from './agents.service.js';
export { DraftsService } from './drafts.service.js';
