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
import type {
  Admission,
  CallTrace,
  CallSlot,
  CallMetrics,
  DialTransferTarget,
  EarlierOfCall,
  HandoffTargets,
} from '../call-admission/index.js';
import type { CallFeature, ClientConnection } from '../call-client/index.js';
import type { SnapshotSource } from './snapshot-source.js';

interface CallLimits {
  readonly detachedGraceMs: number;
  readonly maxDurationMs: number;
  /** For DTMF input that the agent did not ask for. */
  readonly keyPauseMs: number;
  readonly maxHandOvers: number;
  /** Default filler delay for documents that set none; 0 disables fillers. */
  readonly waitingWordsAfterMs: number;
  /** How long a released call may wait for its next owner. */
  readonly carryOnWithinMs: number;
  /** Limit for texts from the client. */
  readonly textsPerMinute: number;
}

export interface CallParts {
  readonly sessionId: string;
  readonly admission: Admission;
  readonly media: MediaSession;
  readonly control: CallControl;
  /** Absent if the line cannot dial transfer targets. */
  readonly dialTransferTarget: DialTransferTarget | undefined;
  /** The voice of the call's own announcements. */
  readonly builtInVoice: Pick<BuiltInVoice, 'speak'>;
  /** Agents that can take over the call. */
  readonly handoffTargets: Pick<HandoffTargets, 'find' | 'findNext' | 'present' | 'summarize'>;
  readonly slot: Pick<CallSlot, 'connected'>;
  readonly record: ConversationRecord;
  /** Writes the snapshot that failover needs; absent if the call cannot be restored. */
  readonly snapshotSource: SnapshotSource | undefined;
  /** Present if another process had the call before. */
  readonly earlier: EarlierOfCall | undefined;
  /** Absent when recording is off. */
  readonly recording: CallRecording | undefined;
  /** Absent unless turn decisions are traced. */
  readonly trace: TurnTraceOfCall | undefined;
  /** Trace spans for operators; absent unless tracing is on. */
  readonly spans: CallTrace | undefined;
  readonly feed: ConversationFeed;
  /** Optional events that the client subscribed to. */
  readonly features: ReadonlySet<CallFeature>;
  /** The socket that made the offer. */
  readonly connection: ClientConnection;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly logger: PinoLogger;
  readonly metrics: CallMetrics;
}

/** The agent's effects on its call. */
export interface CallAgentListener {
  /** Ends the call after playout of the agent's speech, which takes `queuedMs` unless more is written. */
  wantsToHangUp(queuedMs: number): void;
  lastWordsHeard(): void;
  transferred(): void;
  failed(): void;
}
