import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { AlertEvaluator } from './evaluation/alert-evaluator.js';
import { AlertRulesController } from './rules/alert-rules.controller.js';
import { AlertRulesService } from './rules/alert-rules.service.js';

/**
 * `rules/` holds the rules of accounts; `evaluation/` computes metrics from call records, judges them by a pure
 * function, and emits the two events on changes.
 */
@Module({
  imports: [AgentsModule, ConversationsModule, WebhooksModule],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, AlertEvaluator],
})
export class AlertsModule {}
