import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { BuiltInVoice } from '../answering/index.js';
import { Clock, SteadyClock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { newId } from '../common/ids/index.js';
import { Tracing } from '../common/tracing/index.js';
import {
  ConversationFeed,
  type ConversationRecord,
  ConversationRecorder,
  type NewConversation,
  RecordingsService,
  TurnTraces,
} from '../conversations/index.js';
import { NO_CONTROL } from '../voice/call-control.js';
import {
  type Admission,
  CallTrace,
  type OfferTimes,
  CallMetrics,
  type CallOffer,
  type PreparedCall,
  type EarlierOfCall,
  HandoffTargets,
} from '../call-admission/index.js';
import { Call } from './call.js';
import { knownFeatures, type ClientConnection } from '../call-client/index.js';
import { snapshotSourceOf } from './snapshot-source.js';
import { isRecorded, newConversation, redacts } from './new-conversation.js';

@Injectable()
export class CallStarter {
  constructor(
    private readonly handoffTargets: HandoffTargets,
    private readonly builtInVoice: BuiltInVoice,
    private readonly recorder: ConversationRecorder,
    private readonly recordings: RecordingsService,
    private readonly traces: TurnTraces,
    private readonly feed: ConversationFeed,
    private readonly metrics: CallMetrics,
    private readonly tracing: Tracing,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CallStarter.name);
  }

  /**
   * @param earlier State from the process that had the call before: the call keeps its id, record and elapsed time.
   * @param onEnded Called once, after the call has released its media; possibly before this returns.
   */
  begin(
    offer: CallOffer,
    { admission, media, slot, times }: PreparedCall,
    connection: ClientConnection,
    onEnded: (call: Call) => void,
    earlier?: EarlierOfCall,
  ): Call {
    const sessionId = earlier?.sessionId ?? newId('sess');
    const clock = new SteadyClock(this.clock);
    const startedAt = earlier?.startedAt ?? clock.now();
    const details = newConversation(sessionId, offer, admission, startedAt);
    const record = this.recordOf(details, earlier);
    this.feed.open(sessionId, admission.tokenHash, (earlier?.record.epoch ?? 1) - 1);
    this.feed.publish(sessionId, { kind: 'state', state: 'negotiating' });
    const call = Call.begin(
      {
        sessionId,
        admission,
        media,
        control: offer.line?.control ?? NO_CONTROL,
        dialTransferTarget: offer.line?.dialTransferTarget,
        handoffTargets: this.handoffTargets,
        builtInVoice: this.builtInVoice,
        slot,
        record,
        snapshotSource: snapshotSourceOf(offer, admission, this.config.conversations),
        earlier,
        ...this.keptOf(record, admission, times, earlier?.record.epoch),
        feed: this.feed,
        features: knownFeatures(offer.features ?? []),
        connection,
        limits: this.limits(admission.terms?.maxCallSeconds, clock.now().getTime() - startedAt.getTime()),
        clock,
        logger: this.logger,
        metrics: this.metrics,
      },
      onEnded,
    );
    return this.begun(call, admission);
  }

  private recordOf(details: NewConversation, earlier: EarlierOfCall | undefined): ConversationRecord {
    const record = this.recorder.begin(details, earlier?.record);
    if (earlier?.news) record.event(earlier.news);
    return record;
  }

  /** State of the call that its snapshot keeps in addition to the record. */
  private keptOf(
    record: ConversationRecord,
    admission: Admission,
    times: OfferTimes,
    part: number | undefined,
  ) {
    const { id: conversationId } = record;
    const { accountId, agent } = admission;
    const limit = { accountId, onReached: () => record.unrecorded() };
    return {
      recording: isRecorded(admission)
        ? this.recordings.start(conversationId, redacts(admission), part, limit)
        : undefined,
      trace: this.traces.start(conversationId, agent.turnTaking?.trace, part),
      spans: this.traced(conversationId, admission, times, part),
    };
  }

  private traced(conversationId: string, admission: Admission, times: OfferTimes, epoch = 1) {
    const { accountId, agentId, mode, target } = admission;
    const call = { conversationId, accountId, agentId, mode, target, epoch };
    return CallTrace.begin(this.tracing, call, times);
  }

  private begun(call: Call, { agentId, mode, adapter }: Admission): Call {
    const { sessionId, conversationId } = call;
    this.metrics.began.inc({ mode, adapter: adapter.name });
    this.logger.info({ sessionId, conversationId, agentId, mode }, 'call began');
    return call;
  }

  private limits(ownSeconds: number | undefined, passedMs: number) {
    const { maxDurationSeconds, detachedGraceMs, keyPauseMs, maxHandOvers, waitingWordsAfterMs } =
      this.config.calls;
    const longestMs = Math.min(maxDurationSeconds, ownSeconds ?? Infinity) * 1_000;
    const { carryOnWithinMs } = this.config.conversations;
    const maxDurationMs = Math.max(0, longestMs - passedMs);
    const own = { detachedGraceMs, keyPauseMs, maxHandOvers, waitingWordsAfterMs };
    const { maxTextsPerMinute: textsPerMinute } = this.config.signaling;
    return { ...own, maxDurationMs, carryOnWithinMs, textsPerMinute };
  }
}
