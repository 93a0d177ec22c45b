import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { MailModule } from '../mail/index.js';
import { AgentsModule } from '../agents/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { AlertEvaluator } from './evaluation/alert-evaluator.js';
import { AlertMails } from './evaluation/alert-mails.js';
import { AlertRulesController } from './rules/alert-rules.controller.js';
import { AlertRulesService } from './rules/alert-rules.service.js';

/**
 * `rules/` holds the rules of accounts; `evaluation/` computes metrics from call records, judges them by a pure
 * function, and emits the two events on changes.
 */
@Module({
  imports: [AgentsModule, AuthModule, ConversationsModule, MailModule, WebhooksModule],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, AlertEvaluator, AlertMails],
})
export class AlertsModule {}
