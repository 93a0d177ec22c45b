import { Module } from '@nestjs/common';
import { ConversationRecorder } from './conversation-recorder.js';
import { ConversationStore } from './conversation-store.js';
import { InstanceLease } from './instance-lease.js';
import { LostInstances } from './lost-instances.js';
import { RecordingFiles } from './recordings/recording-files.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { WriteBehind } from './write-behind.js';

/** The records of calls: written behind the call's back while it lasts, read over HTTP afterwards. */
@Module({
  providers: [
    ConversationStore,
    InstanceLease,
    LostInstances,
    WriteBehind,
    ConversationRecorder,
    RecordingFiles,
    RecordingsService,
  ],
  exports: [ConversationRecorder, RecordingsService],
})
export class ConversationsModule {}
