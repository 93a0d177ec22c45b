import type { RecordedEvent, ResumedConversation } from '../../conversations/index.js';
import type { KeptCall } from './kept-call.js';

/** A call that another process had. */
export interface EarlierOfCall {
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly kept: KeptCall;
  readonly record: ResumedConversation;
  /** What its record is told of how it came here. */
  readonly news?: RecordedEvent;
}
