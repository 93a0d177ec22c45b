/** What agents know: topics of their drafts, frozen by publishing, found by what callers say. */
export { KnowledgeModule } from './knowledge.module.js';
export { Knowledge } from './retrieval/knowledge.service.js';
