export { ConversationFeedModule, ConversationsModule } from './conversations.module.js';
export { type TextRecordPart, TextRecords } from './text-records.js';
export { JOURNAL_MAX_BYTES } from './record-options.js';
export { ConversationRecorder } from './conversation-recorder.js';
export type {
  ConversationEnd,
  ConversationFailure,
  ConversationRecord,
  NewConversation,
  RecordedSupervision,
  RecordedTakeover,
  RecordedEvent,
  RecordedTurn,
  RecordedUsage,
  ResumedConversation,
} from './conversation-record.js';
export { ConversationFeed } from './conversation-feed.js';
export type { LiveCallEvent } from './live-call-event.js';
export type { RecordedSound } from './recordings/recorded-sound.js';
export { type CallRecording, RecordingsService } from './recordings/recordings.service.js';
export type { TurnTraceOfCall } from './turn-traces/open-trace.js';
export { TurnTraces } from './turn-traces/turn-traces.service.js';
export { eventIdOf, formEventIdOf, insertJobs } from './jobs/insert-jobs.js';
export { JobSignal } from './jobs/job-signal.js';
export { type ClaimedJob, JobStore } from './jobs/job-store.js';
export {
  type ConversationDetailView,
  type ConversationView,
  UsageSchema,
  type UsageView,
} from './http/conversation.schema.js';
export { latencyStages } from './http/latency-stages.js';
export { conversationDetailView, conversationView, messageOfFault } from './http/conversation.view.js';
export { CallOwnership, type RemoteCallRecord } from './ownership/call-ownership.js';
export { LostInstances } from './ownership/lost-instances.js';
export type { Redaction } from './redaction/redact.js';
export { redactDetails } from './redaction/redact-details.js';
export { LateEvents } from './late-events.js';
export { ConversationsService } from './conversations.service.js';
export {
  conversationAlone,
  conversationIds,
  conversationWithForms,
  conversationWithParts,
  type ConversationWithParts,
  isTextConversation,
  storeAnalysis,
} from './conversation-reads.js';
export { type ArmOutcomes, type CallOutcome, CallOutcomes } from './figures/call-outcomes.js';
export { askedTopics, type UnansweredQuestion, unansweredQuestions } from './figures/asked-questions.js';
export { type OutcomeRow, outcomeFigures } from './figures/outcome-figures.js';
export { dayFigures } from './figures/day-figures.js';
export { runningFigures } from './figures/running-figures.js';
export { type GroupCalls, type GroupUsage, usageFigures } from './figures/usage-figures.js';
export { type WeekFigures, weekFigures } from './figures/week-figures.js';
export { WINDOW_METRICS, type WindowMetric, WindowMetrics } from './figures/window-metrics.js';
