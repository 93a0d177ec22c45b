import type { PinoLogger } from 'nestjs-pino';
import type { BuiltInVoice } from '../answering/index.js';
import type { Clock } from '../common/clock/index.js';
import type {
  CallRecording,
  ConversationFeed,
  ConversationRecord,
  TurnTraceOfCall,
} from '../conversations/index.js';
import type { MediaSession } from '../media/index.js';
import type { CallControl } from '../voice/call-control.js';
import type { Admission } from './admission.js';
import type { CallTrace } from './call-trace.js';
import type { CallPlace } from './call-capacity.js';
import type { CallFeature } from './call-features.js';
import type { CallHolder } from './call-holder.js';
import type { CallMetrics } from './call-metrics.js';
import type { CallPerson } from './person-line.js';
import type { EarlierOfCall } from './carry-on/earlier-of-call.js';
import type { Keeping } from './carry-on/what-is-kept.js';
import type { Successors } from './successors.js';

interface CallLimits {
  readonly detachedGraceMs: number;
  readonly maxDurationMs: number;
  /** Of keys that nobody has asked for. */
  readonly keyPauseMs: number;
  readonly maxKeys: number;
  readonly maxHandOvers: number;
  /** How long an answer may keep the caller waiting before it is told so, where the document does not say; 0: never. */
  readonly waitingWordsAfterMs: number;
  /** How long a call that was given up may be without a process. */
  readonly carryOnWithinMs: number;
  /** What the client may write. */
  readonly textsPerMinute: number;
}

/** What a call is made of. */
export interface CallParts {
  readonly sessionId: string;
  readonly admission: Admission;
  readonly media: MediaSession;
  readonly control: CallControl;
  /** Absent where nobody can be called for the caller. */
  readonly callPerson: CallPerson | undefined;
  /** What the call itself speaks with. */
  readonly builtInVoice: Pick<BuiltInVoice, 'speak'>;
  /** Who may take over. */
  readonly successors: Pick<Successors, 'find' | 'findNext' | 'present' | 'summarise'>;
  readonly place: Pick<CallPlace, 'connected'>;
  readonly record: ConversationRecord;
  /** How it is kept what another process needs to go on; absent where none could. */
  readonly keeps: Keeping | undefined;
  /** Where another process had the call before. */
  readonly earlier: EarlierOfCall | undefined;
  /** Absent when recording is off. */
  readonly recording: CallRecording | undefined;
  /** Absent where nobody wants to know what decided about turns. */
  readonly trace: TurnTraceOfCall | undefined;
  /** For operators; absent where nothing is traced. */
  readonly spans: CallTrace | undefined;
  readonly feed: ConversationFeed;
  /** What the client wants to be told beyond the interface. */
  readonly features: ReadonlySet<CallFeature>;
  /** The socket that made the offer. */
  readonly holder: CallHolder;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly logger: PinoLogger;
  readonly metrics: CallMetrics;
}
