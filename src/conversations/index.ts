export { ConversationsModule } from './conversations.module.js';
export { ConversationRecorder } from './conversation-recorder.js';
export type {
  ConversationEnd,
  ConversationRecord,
  ConversationTarget,
  NewConversation,
  RecordedEvent,
  RecordedLatency,
  RecordedTurn,
} from './conversation-record.js';
export { ConversationFeed, type LiveCallListener } from './conversation-feed.js';
export { ConversationFeedModule } from './conversation-feed.module.js';
export type { LiveCallEvent, LiveCallState } from './live-call-event.js';
export { type CallRecording, RecordingsService } from './recordings/recordings.service.js';
