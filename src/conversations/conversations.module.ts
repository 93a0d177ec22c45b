import { Global, Module } from '@nestjs/common';
import { QuotasModule } from '../quotas/index.js';
import { OwnershipRecords } from '../cluster/index.js';
import { ConversationRecorder } from './conversation-recorder.js';
import { ConversationStore } from './conversation-store.js';
import { ConversationsService } from './conversations.service.js';
import { AgentConversationsController } from './http/agent-conversations.controller.js';
import { ConversationsController } from './http/conversations.controller.js';
import { CommentsController } from './inbox/comments.controller.js';
import { CommentsService } from './inbox/comments.service.js';
import { SavedFiltersController } from './inbox/saved-filters.controller.js';
import { SavedFiltersService } from './inbox/saved-filters.service.js';
import { CallOwnership } from './ownership/call-ownership.js';
import { LateEvents } from './late-events.js';
import { JobSignal } from './jobs/job-signal.js';
import { JobStore } from './jobs/job-store.js';
import { LostInstances } from './ownership/lost-instances.js';
import { CallOutcomes } from './figures/call-outcomes.js';
import { WindowMetrics } from './figures/window-metrics.js';
import { CallerErasure } from './caller-erasure.js';
import { ConversationExport } from './http/conversation-export.js';
import { RecordWrites } from './record-writes.js';
import { RecordingBucket } from './recordings/bucket/recording-bucket.js';
import { RecordingUploads } from './recordings/bucket/recording-uploads.service.js';
import { RecordingDeletions } from './recordings/deletions/recording-deletions.service.js';
import { RecordingFiles } from './recordings/recording-files.js';
import { RecordingSizes } from './recordings/recording-sizes.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { RetentionService } from './retention.service.js';
import { TextRecords } from './text-records.js';
import { TurnTraces } from './turn-traces/turn-traces.service.js';
import { WriteBehind } from './write-behind.js';
import { ConversationFeed } from './conversation-feed.js';

/** Call records, written in the background and read over HTTP, and recordings. */
@Module({
  imports: [QuotasModule],
  controllers: [
    AgentConversationsController,
    CommentsController,
    ConversationsController,
    SavedFiltersController,
  ],
  providers: [
    CallOutcomes,
    CallOwnership,
    ConversationStore,
    JobSignal,
    JobStore,
    LateEvents,
    LostInstances,
    WriteBehind,
    ConversationRecorder,
    CallerErasure,
    CommentsService,
    ConversationExport,
    ConversationsService,
    RecordWrites,
    RecordingBucket,
    RecordingDeletions,
    RecordingFiles,
    RecordingSizes,
    RecordingUploads,
    RecordingsService,
    { provide: OwnershipRecords, useExisting: CallOwnership },
    RetentionService,
    SavedFiltersService,
    TextRecords,
    TurnTraces,
    WindowMetrics,
  ],
  exports: [
    CallOutcomes,
    CallOwnership,
    ConversationsService,
    ConversationRecorder,
    LateEvents,
    LostInstances,
    JobSignal,
    JobStore,
    OwnershipRecords,
    RecordingsService,
    TextRecords,
    TurnTraces,
    WindowMetrics,
  ],
})
export class ConversationsModule {}

/** The live-call feed of this process; global because writers and readers must share it. */
@Global()
@Module({ providers: [ConversationFeed], exports: [ConversationFeed] })
export class ConversationFeedModule {}
