import type { MediaFailure, MediaSession, ReofferOutcome } from '../media/index.js';
import type { Admission } from '../call-admission/index.js';
import { CallAgent } from './call-agent.js';
import {
  type CallFeature,
  type AttachOutcome,
  type ClientConnection,
  tellEnd,
  InputBudget,
  type TextInputKind,
  DetachedWatch,
  EventRelay,
} from '../call-client/index.js';
import { CallMonitors } from './call-monitors.js';
import type { CallParts } from './call-parts.js';
import { type CallEnd, type CallStateEvent, newCallState, transition } from './call-state.js';
import { CallMigration } from './call-migration.js';
import { CallTimers } from './call-timers.js';

/** Extra time for playout of the agent's last words before a hang-up. */
const LAST_WORDS_SLACK_MS = 1_000;

/** One live call: media, agent, record and socket. `call-state.ts` decides the transitions. */
export class Call {
  readonly sessionId = this.parts.sessionId;
  readonly admission: Admission = this.parts.admission;
  readonly media: MediaSession = this.parts.media;
  readonly conversationId = this.parts.record.id;
  /** The ordinal of this process among those that had the call. */
  readonly epoch = this.parts.earlier?.record.epoch ?? 1;
  readonly migration: CallMigration;
  private state = newCallState;
  /** `suspended`: this process must not act for the call until `resume`; `leaving`: nor afterwards. */
  private standing: 'acts' | 'suspended' | 'leaving' = 'acts';
  private connection: ClientConnection | undefined;
  private lost: ClientConnection | undefined;
  private readonly agent: CallAgent;
  private readonly events: EventRelay;
  private readonly beganMs: number;
  private readonly detached: DetachedWatch;
  /** One budget for all of the call's sockets. */
  readonly inputs = new InputBudget(this.parts.limits.textsPerMinute, this.parts.clock);
  private readonly timers = new CallTimers();
  readonly monitors: CallMonitors;
  private finished: Promise<void> = Promise.resolve();
  private outcome: CallEnd | undefined;

  private constructor(
    private readonly parts: CallParts,
    private readonly onEnded: (call: Call) => void,
  ) {
    this.connection = parts.connection;
    this.beganMs = parts.clock.monotonicMs();
    this.events = new EventRelay(parts.sessionId, parts.feed, parts.features);
    this.events.attach(parts.connection);
    this.detached = new DetachedWatch({
      media: parts.media,
      graceMs: parts.limits.detachedGraceMs,
      clock: parts.clock,
      isConnected: () => this.state.phase === 'connected',
      onAbandoned: () => this.apply({ kind: 'grace-over' }),
    });
    this.agent = new CallAgent(parts, {
      wantsToHangUp: (queuedMs) => {
        const hangUp = this.monitors.unlessTaken(() => this.apply({ kind: 'agent-hang-up' }));
        this.timers.after(queuedMs + LAST_WORDS_SLACK_MS, hangUp);
      },
      lastWordsHeard: () => this.apply({ kind: 'agent-hang-up' }),
      transferred: () => this.apply({ kind: 'transferred' }),
      failed: () => this.apply({ kind: 'agent-failed' }),
    });
    this.monitors = new CallMonitors(parts, this.agent, () => this.acts);
    this.migration = new CallMigration(parts, this.agent.silence, this.events);
  }

  /** `onEnded` is called once, when the call has released its media. */
  static begin(parts: CallParts, onEnded: (call: Call) => void): Call {
    const call = new Call(parts, onEnded);
    parts.record.onTaken(() => void call.end('moved'));
    call.timers.after(parts.limits.maxDurationMs, () => call.apply({ kind: 'max-duration' }));
    parts.media.listen({
      connected: () => call.apply({ kind: 'media-connected' }),
      callerFrame: (frame) => {
        call.agent.hear(frame);
        call.monitors.hear(frame);
      },
      callerKey: (key) => call.inputs.take('key') && call.agent.keys.press(key),
      failed: (failure: MediaFailure) => call.apply({ kind: 'media-failed', failure }),
    });
    return call;
  }

  /** The caller is connected, and this process acts for the call. */
  private get acts(): boolean {
    return this.state.phase === 'connected' && this.standing === 'acts';
  }

  get ended(): boolean {
    return this.state.phase === 'ended';
  }

  /** True if a timer that should have ended the call is late by more than `slackMs`. Used by the reaper. */
  isOverdue(slackMs: number): boolean {
    const { clock, limits } = this.parts;
    const isTooLong = clock.monotonicMs() - this.beganMs > limits.maxDurationMs + slackMs;
    return isTooLong || this.detached.isOverdue(slackMs);
  }

  /** True if the call ended here because another process continues it. */
  get isMoving(): boolean {
    return this.outcome?.reason === 'moved';
  }

  /** Resolves when the call has ended and its record is stored, or storing was abandoned. */
  get finishing(): Promise<void> {
    return this.finished;
  }

  get currentConnection(): ClientConnection | undefined {
    return this.connection;
  }

  /** The last socket of a call that has none now. */
  get lostConnection(): ClientConnection | undefined {
    return this.lost;
  }

  isHeldBy(connection: ClientConnection): boolean {
    return this.connection === connection;
  }

  /** A socket presents the session id. It gets the call if no other socket holds it. */
  attach(connection: ClientConnection): AttachOutcome {
    if (this.ended) return { kind: 'ended' };
    if (this.connection === connection) return { kind: 'attached' };
    if (this.connection !== undefined) return { kind: 'held', by: this.connection };
    this.connection = connection;
    this.lost = undefined;
    this.events.attach(connection);
    this.apply({ kind: 'socket-took-over' });
    return { kind: 'attached' };
  }

  /** The call's socket closed. */
  detach(connection: ClientConnection): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.lost = connection;
    this.events.detach();
    this.apply({ kind: 'socket-lost' });
  }

  /** Sets the client's subscriptions; the current socket also receives past events. */
  follow(features: ReadonlySet<CallFeature>): void {
    this.events.ask(features);
    if (this.connection) this.events.attach(this.connection);
  }

  /** Returns true if an agent reads it. */
  write(text: string, kind: TextInputKind): boolean {
    return this.agent.write(text, kind);
  }

  /** This process must not act for the call until `resume`; an agent that has not begun waits for that. */
  suspend(): void {
    if (this.standing !== 'acts') return;
    this.standing = 'suspended';
    void this.agent.voice.prepareGoodbye();
    if (this.state.phase === 'connected') this.agent.suspend();
  }

  resume(): void {
    if (this.standing !== 'suspended') return;
    this.standing = 'acts';
    if (this.state.phase === 'connected' && !this.monitors.haveCaller) void this.agent.resume();
  }

  /** For a call that no process can continue. Resolves when the goodbye was played. */
  async sayGoodbye(): Promise<void> {
    this.standing = 'leaving';
    this.parts.media.sendAnyway();
    if (this.state.phase === 'connected') await this.agent.takeLeave();
  }

  /**
   * Releases the call to another process. Resolves when media has stopped here and all is recorded.
   * @returns False if either side is speaking now and the client is still connected.
   */
  async giveUp(): Promise<boolean> {
    const { record } = this.parts;
    // The database may be unreachable while the caller waits in silence.
    if (this.standing !== 'acts') {
      void this.end('moved');
      return true;
    }
    if (this.migration.wasAsked) {
      if (!(await this.migration.mayGo())) return false;
      this.agent.snapshots.noteMigration();
    }
    const moving = this.end('moved');
    await Promise.race([moving, record.stored()]);
    await record.stored();
    return true;
  }

  /** Resolves when everything so far is recorded, or recording was abandoned. */
  stored(): Promise<void> {
    return this.parts.record.stored();
  }

  /** The data for restoring the line changed. */
  lineChanged(): void {
    if (!this.ended) this.agent.snapshots.lineChanged();
  }

  reoffer(sdp: string): Promise<ReofferOutcome> {
    return this.parts.media.reoffer(sdp);
  }

  /** Ends the call from outside. Resolves when its record is stored (or abandoned) and all resources are released. */
  end(kind: 'client-close' | 'hung-up' | 'shutdown' | 'moved' | 'instance-lost'): Promise<void> {
    this.apply({ kind });
    return this.finished;
  }

  /** Like `end`, after a goodbye that replaces the agent. */
  async endWithGoodbye(kind: 'account-suspended'): Promise<void> {
    if (!this.acts || (await this.agent.takeLeave())) this.apply({ kind });
  }

  private apply(event: CallStateEvent): void {
    const { state, startAgent, startGrace, stopGrace, end } = transition(this.state, event);
    this.state = state;
    if (stopGrace) this.detached.stop();
    if (startGrace) this.detached.start();
    if (startAgent) this.startAgent();
    if (end) this.finished = this.finish(end, event);
  }

  private startAgent(): void {
    const { slot, record, feed, clock } = this.parts;
    slot.connected();
    record.connected(clock.now());
    feed.publish(this.sessionId, { kind: 'state', state: 'connected' });
    if (this.standing === 'acts') void this.agent.start();
  }

  private async finish(end: CallEnd, cause: CallStateEvent): Promise<void> {
    const { media, record, recording, trace, spans, feed, clock, logger, metrics } = this.parts;
    const outcome = this.agent.failure.outcomeAt(end);
    this.timers.close();
    this.monitors.close();
    this.outcome = end;
    this.tell(end);
    this.agent.abandon();
    metrics.ended.inc({ reason: end.reason });
    const { sessionId, conversationId, admission } = this;
    const what = cause.kind === 'media-failed' ? cause.failure : cause.kind;
    const names = { sessionId, conversationId, agentId: admission.agentId };
    logger.info({ ...names, reason: end.reason, cause: what }, 'call ended');
    feed.publish(this.sessionId, { kind: 'ended', reason: end.reason });
    const at = clock.now();
    const person = await this.agent.personStats();
    const stats = await media.stats().catch(() => undefined);
    media.close();
    // Release the slot before the slower cleanup.
    this.onEnded(this);
    await this.agent.close();
    trace?.close();
    spans?.end(end.reason, outcome.crashed);
    await recording?.close();
    if (end.reason === 'moved') return this.leaveRecord();
    await record.end({
      at,
      reason: end.reason,
      ...outcome,
      media: stats && person ? { ...stats, person } : stats,
    });
  }

  /** The next owner writes the end. If there is none in time, the client was gone. */
  private leaveRecord(): void {
    const { record, limits, clock } = this.parts;
    const end = () => void record.end({ at: clock.now(), reason: 'connection-lost', crashed: false });
    setTimeout(end, limits.carryOnWithinMs).unref();
  }

  private tell(end: CallEnd): void {
    const { connection } = this;
    this.connection = undefined;
    this.events.detach();
    if (connection) tellEnd(connection, this.sessionId, end);
  }
}
