/** Agents' knowledge: topics and documents of their drafts, frozen by publishing, searched for callers' questions. */
export { KnowledgeModule } from './knowledge.module.js';
export { KnowledgeService } from './retrieval/knowledge.service.js';
