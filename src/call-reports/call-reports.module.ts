import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { CallEvents } from './events/call-events.js';
import { EventLoop } from './events/event-loop.js';

/** What is told of calls from their records, behind the call: `events/` are the webhook events. */
@Module({
  imports: [ConversationsModule, WebhooksModule],
  providers: [CallEvents, EventLoop],
})
export class CallReportsModule {}
