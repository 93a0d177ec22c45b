import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { CallEvents } from './events/call-events.js';
import { EventLoop } from './events/event-loop.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageService } from './usage/usage.service.js';

/** What is told of calls from their records, behind the call: `events/` are the webhook events, `usage/` sums up what
 * providers did. */
@Module({
  imports: [ConversationsModule, WebhooksModule],
  controllers: [UsageController],
  providers: [CallEvents, EventLoop, UsageService],
})
export class CallReportsModule {}
