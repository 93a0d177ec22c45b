import { type AgentConversation, type AgentEvent, HANDED_OVER } from '../voice/agent-adapter.js';
import { isAborted } from '../common/abort/index.js';
import type { CallerAudioFrame, MediaStats } from '../media/index.js';
import type { EarlierCall } from '../voice/earlier-words.js';
import type { CallerKeys } from '../voice/keys/index.js';
import { type AgentFailing, AgentFailure, agentFaultOf } from './agent-failure.js';
import type { CallAgentListener, CallParts } from './call-parts.js';
import { OfferedActions } from './offered-actions.js';
import { CallTransfer } from './call-transfer.js';
import { keysOf } from './keys-of.js';
import { AgentRates, CallVoice, speechOf } from '../call-speech/index.js';
import { CallSnapshotWriter } from './call-snapshot-writer.js';
import { withResumePrompt, saidIn } from './resume.js';
import { Silence } from './silence.js';
import { AgentHandoff } from './agent-handoff.js';
import { TranscriptBuffer } from './transcript-buffer.js';
import type { HandoffTarget } from '../call-admission/index.js';
import { CallTranscript } from './call-transcript.js';
import { tellNews } from './tool-news.js';
import type { TextInputKind } from '../call-client/index.js';

/** The agent's side of a call: feeds it caller audio, and sends its events to record, feed and metrics. */
export class CallAgent {
  readonly silence = new Silence(this.parts);
  private readonly transcript = new CallTranscript(this.parts);
  readonly keys: CallerKeys;
  private readonly transfer: CallTransfer;
  private readonly gone = new AbortController();
  private conversation: AgentConversation | undefined;
  /** Changes whenever an agent comes or goes. */
  private turns = 0;
  private readonly handoff: AgentHandoff;
  /** The current agent. */
  present: HandoffTarget | undefined;
  readonly snapshots = new CallSnapshotWriter(this.parts);
  private readonly said = new TranscriptBuffer(saidIn(this.snapshots.earlier));
  private readonly offered = new OfferedActions(this.parts);
  private readonly rates = new AgentRates(this.parts.admission.adapter.capabilities);
  readonly voice: CallVoice;
  /** Resolves when a failed agent is released. */
  private failing: Promise<void> = Promise.resolve();
  readonly failure = new AgentFailure(this.parts);
  private isTakingLeave = false;
  /** A supervisor has the caller. */
  private isAside = false;

  constructor(
    private readonly parts: CallParts,
    private readonly listener: CallAgentListener,
  ) {
    this.handoff = new AgentHandoff(parts, this.said, this.gone.signal, (event) => this.take(event));
    this.keys = keysOf(parts, (text) => {
      this.transcript.wrote(text);
      this.snapshots.noteWritten(text);
    });
    this.transfer = new CallTransfer(parts, {
      voice: () => this.present,
      speech: () => speechOf(parts),
      lastWords: () => this.said.lastOfCaller(),
      summarize: () => this.handoff.summarize(),
      emit: (event) => this.take(event),
      connected: (line) => this.snapshots.noteTransfer(line.kept?.()),
      leave: () => {
        this.keys.close();
        return this.dismiss();
      },
      transferred: () => !this.isTakingLeave && listener.transferred(),
      signal: this.gone.signal,
    });
    this.voice = new CallVoice(parts, {
      agent: () => (this.present ?? parts.admission).agent,
      speech: () => speechOf(parts),
      isWaiting: () => !this.keys.areAwaited && !this.transfer.isBusy,
      said: (text) => this.transcript.said(text),
      signal: this.gone.signal,
    });
  }

  async start(): Promise<void> {
    const { admission, earlier, handoffTargets } = this.parts;
    if (admission.adapter.capabilities.loopsInMedia) return;
    const present = await handoffTargets.present(admission, earlier?.snapshot.agentId);
    if (!earlier) return await this.open(present);
    if (present.agentId !== admission.agentId) this.transcript.takesOver(present.agentId);
    await this.open(present, this.snapshots.earlier, earlier.snapshot.wasMoved);
  }

  /** Stops all input and output until `resume`: this process must not act for the call. */
  suspend(): void {
    this.parts.media.speech.clear();
    void this.dismiss();
  }

  /** Falls silent at once, and leaves the caller to a supervisor until `resume`; false if that is impossible now. */
  standAside(): boolean {
    if (this.transfer.isBusy || this.isTakingLeave || this.gone.signal.aborted) return false;
    // Reports how much of its words the caller heard; a failure to close is reported by `dismiss`.
    void this.conversation?.close().catch(() => undefined);
    this.isAside = true;
    speechOf(this.parts).clear();
    void this.dismiss();
    this.take({ kind: 'state', state: 'listening' });
    return true;
  }

  /** Resumes the agent, or starts it if nothing was said yet. `isSilent`: it does not announce that it is back. */
  async resume(isSilent = false): Promise<void> {
    this.isAside = false;
    if (this.conversation || this.transfer.hasPerson || this.gone.signal.aborted) return;
    const { earlier } = this.snapshots;
    if (!this.present || (!this.parts.earlier && earlier.entries.length === 0)) return await this.start();
    await this.open(this.present, earlier, isSilent);
  }

  /** Makes an agent answer the call from now on. */
  private async open(target: HandoffTarget, earlier?: EarlierCall, wasMoved = false): Promise<void> {
    const { adapter, variables, knowledge } = target;
    const agent = earlier ? withResumePrompt(target.agent, earlier, wasMoved) : target.agent;
    const { sessionId, admission, logger, control, record, trace } = this.parts;
    if (this.gone.signal.aborted || this.isTakingLeave) return;
    this.present = target;
    if (this.isAside) return;
    const turn = ++this.turns;
    this.failure.expect();
    try {
      const conversation = await adapter.open({
        accountId: admission.accountId,
        conversationId: record.id,
        possibleActions: control.can,
        control: this.transfer.control,
        ...this.offered.ways,
        prepareAgent: (agentId, history) => this.handoff.prepare(agentId, history),
        mode: admission.mode,
        ...{ agent, variables, knowledge, earlier },
        ...(!earlier && { before: this.snapshots.earlier.entries }),
        followsWords: this.parts.features.has('transcript'),
        speech: this.rates.speechFor(adapter.capabilities, this.voice.outputOf(speechOf(this.parts))),
        keys: this.keys,
        ...(trace && { trace: (entry: object) => trace.add(entry) }),
        // A replaced agent's events are dropped, except tool calls, which must still be recorded.
        emit: (event) => {
          if (turn === this.turns || event.kind === 'tool-call') this.take(event);
        },
        signal: this.gone.signal,
      });
      if (turn !== this.turns || isAborted(this.gone.signal)) return await this.sendAway(conversation);
      this.conversation = conversation;
      this.keys.begin();
    } catch (error) {
      if (isAborted(this.gone.signal)) return;
      const fault = agentFaultOf(error);
      logger.warn({ sessionId, err: error, code: fault.code }, 'agent could not be reached');
      void this.fail(fault);
    }
  }

  /** The agent cannot continue. Fails over to another provider, or says goodbye in its place and ends the call. */
  private async fail(fault: AgentFailing): Promise<void> {
    this.failure.stopped(fault);
    // It may be in the middle of telling so.
    this.failing = Promise.resolve().then(() => this.letGo());
    const next = await this.parts.handoffTargets.findNext(this.parts.admission, this.present);
    if (next) return await this.failing.then(() => this.open(next, this.snapshots.soFar));
    this.failure.lost(fault);
    await this.voice.sayGoodbye();
    if (this.isAside) return;
    this.present = undefined;
    this.listener.failed();
  }

  /** Says goodbye in place of the current agent; false if that is already in progress. Never rejects. */
  async takeLeave(): Promise<boolean> {
    if (this.isTakingLeave) return false;
    this.isTakingLeave = true;
    this.transfer.close();
    this.parts.media.speech.clear();
    this.failing = this.dismiss();
    await this.voice.sayGoodbye();
    return true;
  }

  private async handOffTo(next: () => Promise<HandoffTarget>): Promise<void> {
    const [target] = await Promise.all([next(), this.dismiss()]);
    if (this.gone.signal.aborted) return;
    const { agentId } = target;
    this.parts.logger.info({ sessionId: this.parts.sessionId, agentId }, 'call handed off to another agent');
    this.transcript.takesOver(agentId);
    this.snapshots.noteHandoff(agentId);
    await this.open(target);
  }

  /** Returns true if an agent reads it. */
  write(text: string, kind: TextInputKind): boolean {
    if (this.parts.admission.adapter.capabilities.loopsInMedia) return false;
    return kind === 'text' ? this.keys.write(text) : this.keys.tell(text);
  }

  hear(frame: CallerAudioFrame): void {
    const { recording, admission } = this.parts;
    recording?.caller(frame, admission.adapter.capabilities.inputSampleRateHz);
    this.silence.heard(frame.samples);
    if (this.transfer.takes(frame)) return;
    this.conversation?.hear(this.rates.heard(frame));
  }

  /** Media statistics of the person's line; undefined without one. */
  personStats(): Promise<MediaStats | undefined> {
    return this.transfer.stats();
  }

  /** The caller hung up: starts nothing new and drops further speech of the agent. */
  abandon(): void {
    this.gone.abort();
    this.keys.close();
    this.voice.rest();
  }

  /** Releases the agent; resolves when all of its work has ended. Never throws. */
  async close(): Promise<void> {
    this.gone.abort();
    this.transfer.close();
    await Promise.all([this.dismiss(), this.failing]);
    this.rates.close();
  }

  /** Releases the current agent, which must say nothing more. Never throws. */
  private dismiss(): Promise<void> {
    this.voice.rest();
    return this.letGo();
  }

  private async letGo(): Promise<void> {
    const { conversation } = this;
    this.conversation = undefined;
    this.turns++;
    this.failure.rest();
    this.keys.leave();
    await conversation?.close().catch((err: unknown) => {
      this.parts.logger.error({ sessionId: this.parts.sessionId, err }, 'closing the agent failed');
    });
  }

  /** It was opened too late to be used. */
  private async sendAway(conversation: AgentConversation): Promise<void> {
    if (!this.conversation) this.keys.leave();
    await conversation.close();
  }

  take(event: AgentEvent): void {
    // A tool call that outlives the caller is still recorded.
    if (this.gone.signal.aborted && event.kind !== 'tool-call') return;
    const { sessionId, record, feed, clock, logger, spans } = this.parts;
    for (const part of [this.snapshots, this.voice, this.silence, this.failure, spans]) part?.note(event);
    switch (event.kind) {
      case 'state':
        return feed.publish(sessionId, { kind: 'state', state: event.state });
      case 'turn-latency':
        this.parts.metrics.observeReply(event.latency.heardMs ?? event.latency.firstAudioMs);
        return this.transcript.take(event);
      case 'transcript':
        this.handoff.remember(event);
        return this.transcript.take(event);
      case 'transfer':
      case 'dtmf':
        this.offered.tell(event);
        return record.event({ ...event, at: clock.now() });
      case 'usage':
        return record.usage(event.usage);
      case 'overlap':
        return this.transcript.takeOverlap(event.overlap);
      case 'begun-early':
      case 'tool-started':
      case 'tool-call':
      case 'knowledge':
      case 'claim':
      case 'form':
      case 'form-progress':
        return tellNews(this.parts, event);
      case 'fault':
        return this.failure.tell(event);
      case 'hang-up':
        return event.reason === HANDED_OVER ? this.leave() : this.hangUpAfterLastWords();
      case 'failed':
        logger.error({ sessionId, code: event.code }, 'agent failed');
        return void this.fail(event);
    }
  }

  private leave(): void {
    const next = this.handoff.take();
    if (next) this.parts.media.speech.mark(() => void this.handOffTo(next));
  }

  private hangUpAfterLastWords(): void {
    const { speech } = this.parts.media;
    this.listener.wantsToHangUp(speech.queuedMs);
    speech.mark(() => this.listener.lastWordsHeard());
  }
}
