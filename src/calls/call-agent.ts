import { type AgentConversation, type AgentEvent, AgentFault } from '../voice/agent-adapter.js';
import type { CallerAudioFrame, SpeechQueue } from '../media/index.js';
import type { CallControl } from '../voice/call-control.js';
import { CallerKeys } from '../voice/keys/index.js';
import type { CallParts } from './call-parts.js';
import { afterSpeech } from './after-speech.js';
import { CallTranscript } from './call-transcript.js';
import { RecordedSpeech } from './recorded-speech.js';

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
  private readonly gone = new AbortController();
  private conversation: AgentConversation | undefined;

  constructor(
    private readonly parts: CallParts,
    private readonly listener: CallAgentListener,
  ) {
    this.transcript = new CallTranscript(parts);
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
  }

  async start(): Promise<void> {
    const { sessionId, admission, logger } = this.parts;
    const { adapter, agent, mode, variables, knowledge } = admission;
    if (adapter.capabilities.loopsInMedia) return;
    try {
      const conversation = await adapter.open({
        accountId: admission.accountId,
        conversationId: this.parts.record.id,
        possibleActions: this.parts.control.can,
        control: this.control(),
        mode,
        agent,
        variables,
        ...(knowledge && { knowledge }),
        speech: this.speech(),
        keys: this.keys,
        emit: (event) => this.take(event),
        signal: this.gone.signal,
      });
      if (this.gone.signal.aborted) await conversation.close();
      else this.conversation = conversation;
    } catch (error) {
      if (this.gone.signal.aborted) return;
      const code = error instanceof AgentFault ? error.code : 'UNEXPECTED';
      logger.warn({ sessionId, err: error, code }, 'agent could not be reached');
      this.parts.metrics.faults.inc({ source: 'provider' });
      this.parts.record.event({ kind: 'fault', source: 'provider', code, at: this.parts.clock.now() });
      this.listener.failed();
    }
  }

  press(key: string): void {
    this.keys.press(key);
  }

  /** Whether somebody reads it. */
  write(text: string): boolean {
    return this.keys.write(text);
  }

  hear(frame: CallerAudioFrame): void {
    const { recording, admission } = this.parts;
    recording?.caller(frame, admission.adapter.capabilities.inputSampleRateHz);
    this.conversation?.hear(frame);
  }

  /** The caller is gone: nothing new is begun, and nothing that the agent still says is taken. */
  abandon(): void {
    this.gone.abort();
    this.keys.close();
  }

  /** Releases the agent; resolves when nothing of it runs any more. Never throws. */
  async close(): Promise<void> {
    this.gone.abort();
    const { conversation } = this;
    this.conversation = undefined;
    await conversation?.close().catch((err: unknown) => {
      this.parts.logger.error({ sessionId: this.parts.sessionId, err }, 'closing the agent failed');
    });
  }

  /** A call whose caller was handed over is over. */
  private control(): CallControl {
    const { control, media, clock } = this.parts;
    return {
      can: control.can,
      sendDigits: (digits) => control.sendDigits(digits),
      transfer: async (destination, options) => {
        await afterSpeech(media.speech, options.signal, () => clock.monotonicMs());
        const outcome = await control.transfer(destination, options);
        // What the agent is told of it is on record before the call ends.
        if (outcome.kind === 'done') setImmediate(() => this.listener.transferred());
        return outcome;
      },
    };
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
      case 'transcript':
      case 'interrupted':
        return this.transcript.take(event);
      case 'transfer':
      case 'dtmf':
        feed.publish(sessionId, { kind: 'action', action: event.kind, done: event.done });
        return record.event({ ...event, at: clock.now() });
      case 'usage':
        return record.usage(event.usage);
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
        return this.hangUpAfterLastWords();
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

  private observeReply(replyMs: number | undefined): void {
    if (replyMs !== undefined) this.parts.metrics.replySeconds.observe(replyMs / 1_000);
  }

  private hangUpAfterLastWords(): void {
    const { speech } = this.parts.media;
    this.listener.wantsToHangUp(speech.queuedMs);
    speech.mark(() => this.listener.lastWordsHeard());
  }
}
