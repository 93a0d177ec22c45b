import type { NamedDestination } from '../agent-document/index.js';
import {
  type AgentAdapter,
  type AgentConversation,
  type AgentEvent,
  AgentFault,
  type AgentSpeech,
  HANDED_OVER,
} from '../voice/agent-adapter.js';
import type { CallerAudioFrame, MediaStats, SpeechQueue } from '../media/index.js';
import { CallerKeys } from '../voice/keys/index.js';
import type { OfferedDestination } from '../conversations/index.js';
import type { CallParts } from './call-parts.js';
import { PutThrough } from './put-through.js';
import { ConvertedSpeech, RateConverter } from './rate-bridge.js';
import { HandOver } from './hand-over.js';
import { SaidSoFar } from './said-so-far.js';
import type { Successor } from './successors.js';
import { CallTranscript } from './call-transcript.js';
import { RecordedSpeech } from './recorded-speech.js';
import type { WrittenKind } from './written.js';

/** What an agent does to its call. */
export interface CallAgentListener {
  /** The agent ends the call once what it said so far was heard, which takes `queuedMs` if nothing comes between. */
  wantsToHangUp(queuedMs: number): void;
  lastWordsHeard(): void;
  /** Somebody else has the caller now. */
  transferred(): void;
  failed(): void;
}

/** The agent's side of a call: feeds it the caller, and carries its events to record, feed and metrics. */
export class CallAgent {
  private readonly transcript: CallTranscript;
  private readonly keys: CallerKeys;
  private readonly putThrough: PutThrough;
  private readonly gone = new AbortController();
  private conversation: AgentConversation | undefined;
  /** Changes whenever an agent comes or goes. */
  private turns = 0;
  private readonly handOver: HandOver;
  /** Who talks to the caller. */
  private present: Successor | undefined;
  private readonly said = new SaidSoFar();
  private offered: NamedDestination | undefined;
  private ear: RateConverter | undefined;
  private mouth: RateConverter | undefined;

  constructor(
    private readonly parts: CallParts,
    private readonly listener: CallAgentListener,
  ) {
    this.transcript = new CallTranscript(parts);
    this.handOver = new HandOver(parts, this.said, this.gone.signal, (event) => this.take(event));
    const { media, limits, clock, admission } = parts;
    this.keys = new CallerKeys({
      areHeard: media.hearsKeys,
      pauseMs: limits.keyPauseMs,
      maxKeys: limits.maxKeys,
      nowMs: () => clock.monotonicMs(),
      speakingMs: () => media.speech.queuedMs,
      wrote: (text) => this.transcript.wrote(text),
      entered: (keys) => this.transcript.keys(keys, admission.agent.privacy?.storeKeys !== false),
    });
    this.putThrough = new PutThrough(parts, {
      voice: () => this.present,
      speech: () => this.speech(),
      lastWords: () => this.said.lastOfCaller(),
      emit: (event) => this.take(event),
      leave: () => {
        this.keys.close();
        return this.dismiss();
      },
      transferred: () => listener.transferred(),
      signal: this.gone.signal,
    });
  }

  async start(): Promise<void> {
    const { adapter, agent, agentId, variables, knowledge } = this.parts.admission;
    if (adapter.capabilities.loopsInMedia) return;
    await this.open({ adapter, agent, agentId, variables, knowledge });
  }

  /** Has an agent answer the call from now on. */
  private async open(successor: Successor): Promise<void> {
    const { adapter, agent, variables, knowledge } = successor;
    const { sessionId, admission, logger, control, record, clock, metrics } = this.parts;
    const turn = ++this.turns;
    this.present = successor;
    try {
      const conversation = await adapter.open({
        accountId: admission.accountId,
        conversationId: record.id,
        possibleActions: control.can,
        control: this.putThrough.control,
        offerTransfer: (destination) => this.offer(destination),
        prepareAgent: (agentId, history) => this.handOver.prepare(agentId, history),
        mode: admission.mode,
        agent,
        variables,
        ...(knowledge && { knowledge }),
        speech: this.speechFor(adapter),
        keys: this.keys,
        // Whoever has left has nothing to say any more, but what its tools did is on record.
        emit: (event) => {
          if (turn === this.turns || event.kind === 'tool-call') this.take(event);
        },
        signal: this.gone.signal,
      });
      if (this.gone.signal.aborted) return await conversation.close();
      this.conversation = conversation;
      this.keys.begin();
    } catch (error) {
      if (this.gone.signal.aborted) return;
      const code = error instanceof AgentFault ? error.code : 'UNEXPECTED';
      logger.warn({ sessionId, err: error, code }, 'agent could not be reached');
      metrics.faults.inc({ source: 'provider' });
      record.event({ kind: 'fault', source: 'provider', code, at: clock.now() });
      this.listener.failed();
    }
  }

  private async handOverTo(next: () => Promise<Successor>): Promise<void> {
    const [successor] = await Promise.all([next(), this.dismiss()]);
    if (this.gone.signal.aborted) return;
    const { sessionId, logger } = this.parts;
    const { agentId } = successor;
    logger.info({ sessionId, agentId }, 'another agent takes over');
    this.transcript.takesOver(agentId);
    await this.open(successor);
  }

  private offer(destination: NamedDestination): boolean {
    if (!this.parts.features.has('transfer')) return false;
    this.offered = destination;
    return true;
  }

  press(key: string): void {
    this.keys.press(key);
  }

  /** Whether an agent reads it. */
  write(text: string, kind: WrittenKind): boolean {
    if (this.parts.admission.adapter.capabilities.loopsInMedia) return false;
    return kind === 'text' ? this.keys.write(text) : this.keys.tell(text);
  }

  hear(frame: CallerAudioFrame): void {
    const { recording, admission } = this.parts;
    recording?.caller(frame, admission.adapter.capabilities.inputSampleRateHz);
    if (this.putThrough.takes(frame)) return;
    const { ear } = this;
    this.conversation?.hear(ear ? { ...frame, samples: ear.convert(frame.samples) } : frame);
  }

  /** What was measured of the line of a person who has the caller; undefined where nobody has. */
  personStats(): Promise<MediaStats | undefined> {
    return this.putThrough.stats();
  }

  /** The caller is gone: nothing new is begun, and nothing that the agent still says is taken. */
  abandon(): void {
    this.gone.abort();
    this.keys.close();
  }

  /** Releases the agent; resolves when nothing of it runs any more. Never throws. */
  async close(): Promise<void> {
    this.gone.abort();
    this.putThrough.close();
    await this.dismiss();
    this.ear?.close();
    this.mouth?.close();
  }

  /** Who talks to the caller has nothing to say any more. Never throws. */
  private async dismiss(): Promise<void> {
    const { conversation } = this;
    this.conversation = undefined;
    this.turns++;
    await conversation?.close().catch((err: unknown) => {
      this.parts.logger.error({ sessionId: this.parts.sessionId, err }, 'closing the agent failed');
    });
  }

  /** The call keeps the rates that it began with; an agent that takes over may have others. */
  private speechFor({ capabilities: its }: AgentAdapter): AgentSpeech {
    const { capabilities: first } = this.parts.admission.adapter;
    this.ear?.close();
    this.mouth?.close();
    this.ear =
      its.inputSampleRateHz === first.inputSampleRateHz
        ? undefined
        : new RateConverter(first.inputSampleRateHz, its.inputSampleRateHz);
    this.mouth =
      its.outputSampleRateHz === first.outputSampleRateHz
        ? undefined
        : new RateConverter(its.outputSampleRateHz, first.outputSampleRateHz);
    return this.mouth ? new ConvertedSpeech(this.speech(), this.mouth) : this.speech();
  }

  private speech(): SpeechQueue {
    const { media, recording, clock, admission } = this.parts;
    const { outputSampleRateHz } = admission.adapter.capabilities;
    return recording ? new RecordedSpeech(media.speech, recording, outputSampleRateHz, clock) : media.speech;
  }

  private take(event: AgentEvent): void {
    // A tool that outlives the caller is on record all the same.
    if (this.gone.signal.aborted && event.kind !== 'tool-call') return;
    const { sessionId, record, feed, clock, logger, metrics } = this.parts;
    switch (event.kind) {
      case 'state':
        return feed.publish(sessionId, { kind: 'state', state: event.state });
      case 'turn-latency':
        this.observeReply(event.latency.heardMs ?? event.latency.firstAudioMs);
        return this.transcript.take(event);
      case 'interrupted':
      case 'transcript':
        this.handOver.remember(event);
        return this.transcript.take(event);
      case 'transfer':
      case 'dtmf':
        this.tellAction(event);
        return record.event({ ...event, at: clock.now() });
      case 'usage':
        return record.usage(event.usage);
      case 'begun-early':
        return this.countEarly(event.outcome);
      case 'overlap':
        return this.transcript.takeOverlap(event.overlap);
      case 'tool-started':
      case 'tool-call':
        return this.takeTool(event);
      case 'knowledge':
        return record.event({ ...event, at: clock.now() });
      case 'fault':
        logger.warn({ sessionId, source: event.source, code: event.code }, 'agent fault');
        metrics.faults.inc({ source: event.source });
        return record.event({ ...event, at: clock.now() });
      case 'hang-up':
        return event.reason === HANDED_OVER ? this.leave() : this.hangUpAfterLastWords();
      case 'failed':
        logger.error({ sessionId, code: event.code }, 'agent failed');
        return this.listener.failed();
    }
  }

  private takeTool(event: Extract<AgentEvent, { kind: 'tool-started' | 'tool-call' }>): void {
    const { sessionId, record, feed, clock, admission } = this.parts;
    if (event.kind === 'tool-started') {
      return feed.publish(sessionId, { ...event, kind: 'tool', outcome: 'running' });
    }
    record.event({ ...event, at: clock.now() });
    const { arguments: asked, answer, ...rest } = event;
    // Tokens of the studio are for those who build the agent.
    const forBuilder = admission.connectorId === undefined;
    feed.publish(sessionId, { ...rest, kind: 'tool', ...(forBuilder && { arguments: asked, answer }) });
  }

  private countEarly(outcome: 'spoken' | 'discarded'): void {
    const { record, clock, metrics } = this.parts;
    metrics.begunEarly.inc({ outcome });
    if (outcome === 'discarded') record.event({ kind: 'answer-discarded', at: clock.now() });
  }

  private observeReply(replyMs: number | undefined): void {
    if (replyMs !== undefined) this.parts.metrics.replySeconds.observe(replyMs / 1_000);
  }

  private tellAction({ kind, done }: Extract<AgentEvent, { kind: 'transfer' | 'dtmf' }>): void {
    const { feed, sessionId } = this.parts;
    feed.publish(sessionId, { kind: 'action', action: kind, done, ...this.takeOffered() });
  }

  private takeOffered(): { readonly destination?: OfferedDestination } {
    const offered = this.offered;
    this.offered = undefined;
    return offered ? { destination: { name: offered.name, ...offered.to } } : {};
  }

  private leave(): void {
    const next = this.handOver.take();
    if (next) this.parts.media.speech.mark(() => void this.handOverTo(next));
  }

  private hangUpAfterLastWords(): void {
    const { speech } = this.parts.media;
    this.listener.wantsToHangUp(speech.queuedMs);
    speech.mark(() => this.listener.lastWordsHeard());
  }
}
