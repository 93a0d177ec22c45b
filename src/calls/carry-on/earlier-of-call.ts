import type { RecordedEvent, ResumedConversation } from '../../conversations/index.js';
import type { KeptCall } from './kept-call.js';

/** The state of a call under its former process. */
export interface EarlierOfCall {
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly kept: KeptCall;
  readonly record: ResumedConversation;
  /** The record's entry for the takeover. */
  readonly news?: RecordedEvent;
}
