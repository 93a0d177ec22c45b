import type { PinoLogger } from 'nestjs-pino';
import {
  type AgentAdapter,
  type AgentConversation,
  type AgentEvent,
  AgentFault,
} from '../adapters/agent-adapter.js';
import type { Clock } from '../common/clock/index.js';
import type { CallRecording, ConversationFeed, ConversationRecord } from '../conversations/index.js';
import type {
  CallerAudioFrame,
  MediaFailure,
  MediaSession,
  ReofferOutcome,
  SpeechQueue,
} from '../media/media-session.js';
import type { Admission } from './admission.js';
import type { CallMetrics } from './call-metrics.js';
import type { CallHolder } from './call-holder.js';
import { type CallEnd, type CallHappening, newCallState, transition } from './call-state.js';
import { RecordedSpeech } from './recorded-speech.js';
import { CallTranscript } from './call-transcript.js';

export interface CallLimits {
  readonly detachedGraceMs: number;
  readonly maxDurationMs: number;
}

export interface CallParts {
  readonly sessionId: string;
  readonly admission: Admission;
  readonly media: MediaSession;
  readonly record: ConversationRecord;
  /** Absent when recording is off. */
  readonly recording: CallRecording | undefined;
  readonly feed: ConversationFeed;
  readonly holder: CallHolder;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly logger: PinoLogger;
  readonly metrics: CallMetrics;
  /** The call is over and has released everything. */
  readonly onEnded: (call: Call) => void;
}

/** How long a hang-up waits for the agent's last words to be heard, beyond their own length. */
const LAST_WORDS_SLACK_MS = 1_000;

/** One live call: media, agent, record and the socket that holds it, joined. What follows from what is in `call-state.ts`. */
export class Call {
  readonly sessionId: string;
  readonly admission: Admission;
  private state = newCallState;
  private holder: CallHolder | undefined;
  private conversation: AgentConversation | undefined;
  private readonly aborted = new AbortController();
  private readonly transcript: CallTranscript;
  private readonly beganMs: number;
  private detachedAtMs: number | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  private graceTimer: NodeJS.Timeout | undefined;
  private finished: Promise<void> = Promise.resolve();

  private constructor(private readonly parts: CallParts) {
    this.sessionId = parts.sessionId;
    this.admission = parts.admission;
    this.holder = parts.holder;
    this.beganMs = parts.clock.monotonicMs();
    this.transcript = new CallTranscript(parts.sessionId, parts.record, parts.feed, parts.clock);
  }

  static begin(parts: CallParts): Call {
    const call = new Call(parts);
    call.after(parts.limits.maxDurationMs, { kind: 'max-duration' });
    parts.media.listen({
      connected: () => call.happen({ kind: 'media-connected' }),
      callerFrame: (frame) => call.hear(frame),
      failed: (failure: MediaFailure) => call.happen({ kind: 'media-failed', failure }),
    });
    return call;
  }

  get media(): MediaSession {
    return this.parts.media;
  }

  get ended(): boolean {
    return this.state.phase === 'ended';
  }

  /** Whether a timer that should have ended the call did not, by more than `slackMs`. What the reaper asks. */
  isOverdue(slackMs: number): boolean {
    const { clock, limits } = this.parts;
    const nowMs = clock.monotonicMs();
    const detachedForMs = this.detachedAtMs === undefined ? 0 : nowMs - this.detachedAtMs;
    return (
      nowMs - this.beganMs > limits.maxDurationMs + slackMs ||
      detachedForMs > limits.detachedGraceMs + slackMs
    );
  }

  isHeldBy(holder: CallHolder): boolean {
    return this.holder === holder;
  }

  /** A socket presents the session's id. It gets the call if it has it already, or if nobody has it. */
  attach(holder: CallHolder): boolean {
    if (this.ended) return false;
    if (this.holder !== undefined) return this.holder === holder;
    this.holder = holder;
    this.detachedAtMs = undefined;
    this.happen({ kind: 'socket-took-over' });
    return true;
  }

  /** The call's socket is gone. */
  detach(holder: CallHolder): void {
    if (this.holder !== holder) return;
    this.holder = undefined;
    this.detachedAtMs = this.parts.clock.monotonicMs();
    this.happen({ kind: 'socket-lost' });
  }

  reoffer(sdp: string): Promise<ReofferOutcome> {
    return this.parts.media.reoffer(sdp);
  }

  /** Ends the call from outside; resolves when its record is stored (or given up) and everything is released. */
  end(kind: 'client-close' | 'shutdown'): Promise<void> {
    this.happen({ kind });
    return this.finished;
  }

  private hear(frame: CallerAudioFrame): void {
    const { inputSampleRateHz } = this.admission.adapter.capabilities;
    this.parts.recording?.caller(frame.samples, inputSampleRateHz, frame.atMs);
    this.conversation?.hear(frame);
  }

  private happen(happening: CallHappening): void {
    const { state, startAgent, startGrace, stopGrace, end } = transition(this.state, happening);
    this.state = state;
    if (stopGrace) clearTimeout(this.graceTimer);
    if (startGrace) this.graceTimer = this.after(this.parts.limits.detachedGraceMs, { kind: 'grace-over' });
    if (startAgent) void this.startAgent();
    if (end) this.finished = this.finish(end, happening);
  }

  private async startAgent(): Promise<void> {
    const { record, feed, clock } = this.parts;
    record.connected(clock.now());
    feed.publish(this.sessionId, { kind: 'state', state: 'connected' });
    const { adapter, agent, mode } = this.admission;
    if (adapter.capabilities.loopsInMedia) return;
    try {
      const conversation = await this.openConversation(adapter, agent, mode);
      if (this.ended) await conversation.close();
      else this.conversation = conversation;
    } catch (error) {
      if (this.ended) return;
      const code = error instanceof AgentFault ? error.code : 'UNEXPECTED';
      this.parts.logger.warn({ ...this.names(), err: error, code }, 'agent could not be reached');
      this.happen({ kind: 'agent-failed' });
    }
  }

  private openConversation(
    adapter: AgentAdapter,
    agent: Admission['agent'],
    mode: Admission['mode'],
  ): Promise<AgentConversation> {
    return adapter.open({
      callId: this.sessionId,
      mode,
      agent,
      speech: this.speech(),
      emit: (event) => this.takeAgentEvent(event),
      signal: this.aborted.signal,
    });
  }

  private speech(): SpeechQueue {
    const { media, recording, clock } = this.parts;
    const { outputSampleRateHz } = this.admission.adapter.capabilities;
    return recording ? new RecordedSpeech(media.speech, recording, outputSampleRateHz, clock) : media.speech;
  }

  private takeAgentEvent(event: AgentEvent): void {
    if (this.ended) return;
    const { record, feed, clock, logger, metrics } = this.parts;
    switch (event.kind) {
      case 'state':
        return feed.publish(this.sessionId, { kind: 'state', state: event.state });
      case 'transcript':
      case 'interrupted':
      case 'turn-latency':
        if (event.kind === 'turn-latency')
          this.observeReply(event.latency.heardMs ?? event.latency.firstAudioMs);
        return this.transcript.take(event);
      case 'tool-call':
      case 'transfer':
      case 'dtmf':
        return record.event({ ...event, at: clock.now() });
      case 'fault':
        logger.warn({ ...this.names(), source: event.source, code: event.code }, 'agent fault');
        metrics.faults.inc({ source: event.source });
        return record.event({ ...event, at: clock.now() });
      case 'hang-up':
        return this.hangUpAfterLastWords();
      case 'failed':
        logger.error({ ...this.names(), code: event.code }, 'agent failed');
        return this.happen({ kind: 'agent-failed' });
    }
  }

  private observeReply(replyMs: number | undefined): void {
    if (replyMs !== undefined) this.parts.metrics.replySeconds.observe(replyMs / 1_000);
  }

  private hangUpAfterLastWords(): void {
    const { speech } = this.parts.media;
    this.after(speech.queuedMs + LAST_WORDS_SLACK_MS, { kind: 'agent-hang-up' });
    speech.mark(() => this.happen({ kind: 'agent-hang-up' }));
  }

  private async finish(end: CallEnd, cause: CallHappening): Promise<void> {
    const { media, record, recording, feed, clock, logger, metrics } = this.parts;
    for (const timer of this.timers) clearTimeout(timer);
    this.tell(end);
    this.aborted.abort();
    metrics.ended.inc({ reason: end.reason });
    logger.info({ ...this.names(), reason: end.reason, cause: describe(cause) }, 'call ended');
    feed.publish(this.sessionId, { kind: 'ended', reason: end.reason });
    const at = clock.now();
    const conversation = this.conversation;
    this.conversation = undefined;
    const stats = await media.stats().catch(() => undefined);
    media.close();
    // Whoever counts calls must see this one gone before the slower parts are waited for.
    this.parts.onEnded(this);
    await conversation?.close().catch((err: unknown) => {
      logger.error({ ...this.names(), err }, 'closing the agent failed');
    });
    await recording?.close();
    await record.end({ at, reason: end.reason, crashed: end.crashed, media: stats });
  }

  private tell(end: CallEnd): void {
    const { holder } = this;
    this.holder = undefined;
    if (!holder) return;
    if (end.tell === 'media-failure') {
      const message = 'The media connection could not be established or was lost.';
      holder.notify(this.sessionId, { kind: 'failed', reason: 'media-failure', message });
    }
    if (end.tell === 'agent-failure') {
      const message = 'The agent could not be reached or stopped answering.';
      holder.notify(this.sessionId, { kind: 'failed', reason: 'agent-failure', message });
    }
    if (end.tell !== 'nothing') holder.notify(this.sessionId, { kind: 'closed' });
  }

  private after(delayMs: number, happening: CallHappening): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.happen(happening);
    }, delayMs);
    this.timers.add(timer);
    return timer;
  }

  private names() {
    return {
      sessionId: this.sessionId,
      conversationId: this.parts.record.id,
      agentId: this.admission.agentId,
    };
  }
}

const describe = (happening: CallHappening): string =>
  happening.kind === 'media-failed' ? happening.failure : happening.kind;
