import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AnsweringModule } from '../answering/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { ChatAgents } from './chat-agents.js';
import { ChatStore } from './chat-store.js';
import { DebugChatController } from './http/debug-chat.controller.js';
import { ToolTrialsController } from './http/tool-trials.controller.js';
import { TextChats } from './text-chats.service.js';
import { ToolTrialsService } from './tool-trials.service.js';

/** Text conversations with drafts and deployments: the engine, tools and variables of calls, without audio. */
@Module({
  imports: [AgentsModule, AnsweringModule, ConversationsModule, DeploymentsModule, KnowledgeModule],
  controllers: [DebugChatController, ToolTrialsController],
  providers: [ChatAgents, ChatStore, TextChats, ToolTrialsService],
})
export class TextChatsModule {}
