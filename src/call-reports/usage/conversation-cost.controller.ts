import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { CONVERSATION_COST_EXAMPLE, ConversationCostSchema } from './usage.schema.js';
import { UsageService } from './usage.service.js';

@ApiTags('Conversations')
@Controller('v1/conversations/:conversationId/cost')
export class ConversationCostController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Operation({
    summary: 'What one conversation cost, by what its providers did',
    description: 'By the prices that the operator has set (USAGE_PRICES_FILE); null where none is known.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    response: { schema: ConversationCostSchema, example: CONVERSATION_COST_EXAMPLE },
    errors: { 404: { CONVERSATIONS_NOT_FOUND: 'No such conversation.' } },
  })
  get(@CurrentPrincipal() principal: Principal, @Param('conversationId') conversationId: string) {
    return this.usage.ofConversation(principal, conversationId);
  }
}
