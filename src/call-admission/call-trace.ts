import { nowMs, type TracedSpan, type Tracing } from '../common/tracing/index.js';
import { latencyStages } from '../conversations/index.js';
import type { AgentEvent, TurnLatency } from '../voice/agent-adapter.js';
import type { Admission } from './admission.js';

/** Times before the call began, by `nowMs` of tracing. */
export interface OfferTimes {
  readonly beganMs: number;
  /** Admission finished. */
  readonly admittedMs: number;
}

export interface TracedCall extends Pick<Admission, 'accountId' | 'agentId' | 'mode' | 'target'> {
  readonly conversationId: string;
  /** The ordinal of this process among those that had the call. */
  readonly epoch: number;
}

/**
 * The trace of one call: its offer, each agent turn by stage, each tool. It contains neither words nor tool arguments.
 */
export class CallTrace {
  private readonly tools = new Map<string, TracedSpan>();

  private constructor(private readonly call: TracedSpan) {}

  /** Call this when the offer is answered. Undefined if tracing is off. */
  static begin(
    tracing: Tracing,
    call: TracedCall,
    { beganMs, admittedMs }: OfferTimes,
  ): CallTrace | undefined {
    const { conversationId, accountId, agentId, mode, target, epoch } = call;
    const span = tracing.begin({
      name: 'call',
      startMs: beganMs,
      attributes: {
        'earshot.conversation.id': conversationId,
        'earshot.account.id': accountId,
        'earshot.agent.id': agentId,
        'earshot.mode': mode,
        'earshot.environment': target,
        'earshot.epoch': epoch,
      },
    });
    if (!span) return undefined;
    const answeredMs = nowMs();
    const offer = span.begin({ name: 'offer', startMs: beganMs });
    offer.begin({ name: 'admission', startMs: beganMs }).end(admittedMs);
    offer.begin({ name: 'media', startMs: admittedMs }).end(answeredMs);
    offer.end(answeredMs);
    return new CallTrace(span);
  }

  static refused(tracing: Tracing, beganMs: number, reason: string): void {
    tracing.begin({ name: 'offer', startMs: beganMs })?.end(nowMs(), reason);
  }

  note(event: AgentEvent): void {
    if (event.kind === 'turn-latency') this.traceTurn(event.turnId, event.latency);
    if (event.kind === 'tool-started') this.beginTool(event);
    if (event.kind === 'tool-call') this.traceTool(event);
    if (event.kind !== 'knowledge') return;
    const endMs = nowMs();
    const attributes = { 'earshot.knowledge.outcome': event.outcome };
    this.call.begin({ name: 'knowledge', startMs: endMs - event.durationMs, attributes }).end(endMs);
  }

  /**
   * The call ended in this process.
   * @param reason As on its record.
   */
  end(reason: string, fault: boolean): void {
    for (const tool of this.tools.values()) tool.end(nowMs(), 'unknown');
    this.tools.clear();
    this.call.set({ 'earshot.end_reason': reason });
    this.call.end(nowMs(), fault ? reason : undefined);
  }

  /** Runs when the first audio of the answer was sent; the latency of each stage is known by then. */
  private traceTurn(turnId: string, latency: TurnLatency): void {
    const endMs = nowMs();
    const { endOfTurnMs, transcriptMs, firstTokenMs, firstAudioMs, heardMs } = latency;
    const reached = [endOfTurnMs, transcriptMs, firstTokenMs, firstAudioMs, heardMs].map((ms) => ms ?? 0);
    let atMs = endMs - Math.max(...reached);
    const turn = this.call.begin({ name: 'turn', startMs: atMs, attributes: { 'earshot.turn.id': turnId } });
    const stages = latencyStages({
      endOfTurnMs: endOfTurnMs ?? null,
      transcriptMs: transcriptMs ?? null,
      firstTokenMs: firstTokenMs ?? null,
      firstAudioMs: firstAudioMs ?? null,
      heardMs: heardMs ?? null,
    });
    for (const [name, tookMs] of Object.entries(stages)) {
      if (tookMs === null) continue;
      const stage = turn.begin({ name: name.replace(/Ms$/, ''), startMs: atMs });
      atMs += tookMs;
      stage.end(atMs);
    }
    turn.end(endMs);
  }

  private beginTool({ callId, name }: Extract<AgentEvent, { kind: 'tool-started' }>): void {
    const attributes = { 'earshot.tool.name': name, 'earshot.tool.call_id': callId };
    this.tools.set(callId, this.call.begin({ name: 'tool', startMs: nowMs(), attributes, isRequest: true }));
  }

  private traceTool({ callId, name, turnId, outcome, code, status, attempts, durationMs }: ToolCall): void {
    const endMs = nowMs();
    const start = { name: 'tool', startMs: endMs - durationMs, isRequest: true };
    // Fast tools report no start event.
    const span = this.tools.get(callId) ?? this.call.begin(start);
    this.tools.delete(callId);
    span.set({
      'earshot.tool.name': name,
      'earshot.tool.call_id': callId,
      'earshot.turn.id': turnId,
      'earshot.tool.outcome': outcome,
      'earshot.tool.attempts': attempts,
      'http.response.status_code': status,
    });
    span.end(endMs, outcome === 'ok' ? undefined : (code ?? outcome));
  }
}

type ToolCall = Extract<AgentEvent, { kind: 'tool-call' }>;
