import type { RecordedEvent, ResumedConversation } from '../../conversations/index.js';
import type { CallSnapshot } from './call-snapshot.js';

/** The state of a call under its former process. */
export interface EarlierOfCall {
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly snapshot: CallSnapshot;
  readonly record: ResumedConversation;
  /** The record's entry for the takeover. */
  readonly news?: RecordedEvent;
}
