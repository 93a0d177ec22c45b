import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { AgentSuggester } from './agent-suggester.js';
import { AgentSuggestionsController } from './agent-suggestions.controller.js';
import { WebsiteReader } from './website-reader.js';

/** Suggests agents: reads websites, and has a language model write drafts. */
@Module({
  imports: [AnsweringModule, KnowledgeModule],
  controllers: [AgentSuggestionsController],
  providers: [AgentSuggester, WebsiteReader],
})
export class AgentSuggestionsModule {}
