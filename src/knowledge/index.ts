/** Agents' knowledge: topics and documents of their drafts, frozen by publishing, searched for callers' questions. */
export { FileReader } from './documents/reading/file-reader.js';
export { KnowledgeModule } from './knowledge.module.js';
export { KnowledgeService } from './retrieval/knowledge.service.js';
