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
import { MediaModule } from '../media/index.js';
import { PeerSupervisionController } from './monitoring/peer-supervision.controller.js';
import { SupervisedCalls } from './monitoring/supervised-calls.js';
import { SupervisionController } from './monitoring/supervision.controller.js';
import { SupervisionService } from './monitoring/supervision.service.js';

/** What others than the caller see and hear of a running call, and how they step in or end it, on any instance. */
@Module({
  imports: [AuthModule, CallsModule, ConversationsModule, MediaModule],
  controllers: [
    CallEventsController,
    HangUpsController,
    PeerEventsController,
    PeerSupervisionController,
    SupervisionController,
  ],
  providers: [
    CallWhereabouts,
    HangUpsService,
    LiveEvents,
    SupervisedCalls,
    SupervisionService,
    SuspendedCalls,
  ],
})
export class CallSupervisionModule {}
