import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { CallsModule } from '../calls/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { HangUpsController } from './hang-up/hang-ups.controller.js';
import { HangUpsService } from './hang-up/hang-ups.service.js';
import { SuspendedCalls } from './hang-up/suspended-calls.js';
import { CallEventsController } from './live-events/call-events.controller.js';
import { CallWhereabouts } from './live-events/call-whereabouts.js';
import { LiveEvents } from './live-events/live-events.service.js';
import { PeerEventsController } from './live-events/peer-events.controller.js';

/** What others than the caller see of a running call, and how they end it, on any instance. */
@Module({
  imports: [AuthModule, CallsModule, ConversationsModule],
  controllers: [CallEventsController, HangUpsController, PeerEventsController],
  providers: [CallWhereabouts, HangUpsService, LiveEvents, SuspendedCalls],
})
export class CallSupervisionModule {}
