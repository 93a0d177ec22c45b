import type { ResumedConversation } from '../../conversations/index.js';
import type { KeptCall } from './kept-call.js';

/** A call that another process had. */
export interface EarlierOfCall {
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly kept: KeptCall;
  readonly record: ResumedConversation;
}
