import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { inTime } from '../common/abort/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { runEvery } from '../common/timers/index.js';
import { InstanceLease, type InstanceState, LiveCalls, DrainMigrator } from '../cluster/index.js';
import {
  saying,
  AdmissionService,
  type CallSlot,
  CallMetrics,
  type CallOffer,
  CallPreparation,
  type PreparedCall,
  CallTakeoverService,
  type EarlierOfCall,
  AuthenticatedConnections,
  PhoneCallTakeoverService,
  type RestorePhoneCall,
  type TakenPhoneCall,
  type CallRefusal,
  refuse,
  UNAUTHORIZED,
  UNKNOWN_SESSION,
} from '../call-admission/index.js';
import { Call } from './call.js';
import type { CallAnswer, ReservedCall } from './call-answer.js';
import { CallFrames, type SessionOutcome } from './call-frames.js';
import { knownFeatures, type ClientConnection } from '../call-client/index.js';
import { CallStarter } from './call-starter.js';
import { claim } from './claim.js';

/** The reaper's interval, and how late it allows a call to be. It should never find any. */
const REAPER_INTERVAL_MS = 10_000;
const REAPER_SLACK_MS = 5_000;

const DRAINING = refuse('media-failure', 'This server is shutting down. Try again in a moment.');

const TOO_MANY_OFFERS =
  'The call sent more than 20 offers at once, or more than one every 5 seconds. Wait a moment before the next one.';

/** All live calls of this process, by session id. */
@Injectable()
export class CallsService implements OnModuleDestroy {
  private draining = false;
  private readonly endReaping: () => void;
  private onLastEnded: (() => void) | undefined;

  constructor(
    private readonly admissions: AdmissionService,
    private readonly preparation: CallPreparation,
    private readonly live: LiveCalls<Call>,
    private readonly starter: CallStarter,
    private readonly takeovers: CallTakeoverService,
    private readonly frames: CallFrames,
    private readonly proven: AuthenticatedConnections,
    private readonly lines: PhoneCallTakeoverService,
    private readonly migrator: DrainMigrator,
    private readonly metrics: CallMetrics,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
    private readonly lease: InstanceLease,
  ) {
    logger.setContext(CallsService.name);
    metrics.watchActive(() => this.activeCount, config.calls.maxConcurrent);
    lease.reportLoad(() => this.load());
    this.endReaping = runEvery(REAPER_INTERVAL_MS, () => this.reap());
  }

  private get calls(): Map<string, Call> {
    return this.live.bySession;
  }

  /** Calls that run or are being set up. */
  get activeCount(): number {
    return this.preparation.slotsTaken;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Whether this process accepts calls; `full` at its limit or under overload. */
  get state(): InstanceState {
    if (this.draining) return 'draining';
    return this.preparation.isFull ? 'full' : 'ready';
  }

  /** Turns an offer into a call or refuses it. */
  async open(offer: CallOffer, connection: ClientConnection): Promise<CallAnswer | CallRefusal> {
    const beganMs = this.clock.monotonicMs();
    const prepared = this.draining ? DRAINING : await this.preparation.prepare(offer);
    if (prepared.kind === 'refused') {
      this.metrics.refused.inc({ reason: prepared.reason });
      return prepared;
    }
    const answer = this.begin(offer, prepared, connection);
    if (this.lease.watch.knowsOthers) {
      await onRecord(this.calls.get(answer.sessionId), this.config.conversations.beginWaitMs);
    }
    this.metrics.setupSeconds.observe((this.clock.monotonicMs() - beganMs) / 1_000);
    return answer;
  }

  /** Prepares an outbound call or refuses it, for instance if the agent cannot speak: no phone should ring for that. */
  async reserve(offer: CallOffer): Promise<ReservedCall | CallRefusal> {
    const prepared = this.draining ? DRAINING : await this.preparation.prepare(offer);
    if (prepared.kind === 'refused') return prepared;
    let isOpen = true;
    return {
      kind: 'reserved',
      media: prepared.media,
      begin: (connection, message) => {
        isOpen = false;
        const { admission } = prepared;
        const said = message === undefined ? admission : saying(admission, message);
        return this.begin(offer, { ...prepared, admission: said }, connection);
      },
      cancel: () => {
        if (!isOpen) return;
        isOpen = false;
        prepared.media.close();
        this.leave(prepared.slot);
      },
    };
  }

  /** A re-offer for a session that the connection has or takes over: ICE restart or changed directions. */
  async reoffer(
    sessionId: string,
    offer: CallOffer,
    connection: ClientConnection,
  ): Promise<CallAnswer | CallRefusal> {
    const call = this.calls.get(sessionId);
    if (!call) return await this.resume(sessionId, offer, connection);
    // Read before admission, which queries the database.
    const isAttached = call.isHeldBy(connection);
    if (isAttached && !call.inputs.take('reoffer')) return refuse('invalid-argument', TOO_MANY_OFFERS);
    const standing = await this.admissions.admitAgain(offer, call.admission);
    if (standing === 'unauthorized') return UNAUTHORIZED;
    // A token of another call must not reveal that this session exists.
    if (standing === 'foreign' && !isAttached) return UNKNOWN_SESSION;
    if (standing === 'foreign') return UNAUTHORIZED;
    this.proven.note(connection, sessionId);
    if (!(await claim(call, connection))) return UNKNOWN_SESSION;
    if (!isAttached && !call.inputs.take('reoffer')) return refuse('invalid-argument', TOO_MANY_OFFERS);
    const outcome = await call.reoffer(offer.sdp);
    if (outcome.kind === 'refused') return refuse('invalid-argument', outcome.refusal.message);
    if (offer.features) call.follow(knownFeatures(offer.features));
    return { kind: 'answered', sessionId, sdp: outcome.answerSdp, candidates: call.media.localCandidates };
  }

  /** A line's connection can only hang up. */
  hangUp(sessionId: string, connection: ClientConnection): Promise<SessionOutcome> {
    return this.frames.hangUp(sessionId, connection);
  }

  /**
   * Takes over a phone call; see `PhoneCallTakeoverService.take`.
   * @throws when the database is unreachable
   */
  async takeLine(sessionId: string, restore: RestorePhoneCall): Promise<TakenPhoneCall | undefined> {
    if (this.draining) return undefined;
    return this.lines.take(sessionId, restore, (...all) => this.begin(...all));
  }

  /** The data for restoring a call's line changed. */
  lineChanged(sessionId: string): void {
    this.calls.get(sessionId)?.lineChanged();
  }

  readonly sessionIds = (): string[] => [...this.calls.keys()];

  /** Ends a call at the request of its account; its client is notified. */
  readonly endByOrder = (sessionId: string): void => void this.calls.get(sessionId)?.end('hung-up');

  /** The connection's socket closed: its calls wait for another one. */
  release(connection: ClientConnection): void {
    for (const call of this.calls.values()) call.detach(connection);
  }

  holds(connection: ClientConnection): boolean {
    for (const call of this.calls.values()) if (call.isHeldBy(connection)) return true;
    return false;
  }

  connections(): ReadonlySet<ClientConnection> {
    return new Set([...this.calls.values()].flatMap(({ currentConnection }) => currentConnection ?? []));
  }

  /** True if any call without a socket had a last socket that satisfies `isSuch`. */
  lostConnection(isSuch: (lost: ClientConnection) => boolean): boolean {
    for (const { lostConnection } of this.calls.values())
      if (lostConnection && isSuch(lostConnection)) return true;
    return false;
  }

  /** Refuses new offers, migrates running calls or lets them finish within the drain time, then ends the rest. */
  async drain(): Promise<void> {
    this.draining = true;
    // Other instances also learn it from the next heartbeat.
    void this.lease.renew().catch(() => undefined);
    const isOver = new AbortController();
    const moving = this.migrator.ask(isOver.signal);
    if (this.activeCount > 0) await this.lastCallOrTimeout(this.config.calls.drainTimeoutMs);
    isOver.abort();
    await moving;
    await this.migrator.endAll();
  }

  async onModuleDestroy(): Promise<void> {
    this.draining = true;
    this.endReaping();
    await this.migrator.endAll();
  }

  /** Continues a call of another instance. */
  private async resume(sessionId: string, offer: CallOffer, connection: ClientConnection) {
    const taken = this.draining ? DRAINING : await this.takeovers.take(sessionId, offer, connection);
    if (taken.kind === 'refused') return taken;
    try {
      return this.begin(taken.offer, taken.prepared, connection, taken.earlier);
    } finally {
      this.live.came(sessionId);
    }
  }

  private load() {
    return { state: this.state, calls: this.activeCount, capacity: this.config.calls.maxConcurrent };
  }

  private reap(): void {
    for (const call of this.calls.values()) {
      if (!call.isOverdue(REAPER_SLACK_MS)) continue;
      this.metrics.reaped.inc();
      this.logger.error({ sessionId: call.sessionId }, 'call exceeded its time limits and was ended');
      void call.end('shutdown');
    }
  }

  private lastCallOrTimeout(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.onLastEnded = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private begin(
    offer: CallOffer,
    prepared: PreparedCall,
    connection: ClientConnection,
    earlier?: EarlierOfCall,
  ): CallAnswer {
    const { media, slot } = prepared;
    const call = this.starter.begin(
      offer,
      prepared,
      connection,
      (ended) => this.forget(ended, slot),
      earlier,
    );
    // A dying worker may have ended it in between.
    if (!call.ended) this.calls.set(call.sessionId, call);
    if (!this.lease.watch.holds) call.suspend();
    const { sessionId } = call;
    this.proven.note(connection, sessionId);
    return { kind: 'answered', sessionId, sdp: media.answerSdp, candidates: media.localCandidates };
  }

  private forget(call: Call, slot: CallSlot): void {
    this.live.leaves(call);
    this.leave(slot);
  }

  private leave(slot: CallSlot): void {
    slot.free();
    if (this.activeCount === 0) this.onLastEnded?.();
  }
}

/** Waits until a call is persisted. After that another instance can resume it if this one is lost. */
async function onRecord(call: Call | undefined, waitMs: number): Promise<void> {
  if (call && waitMs > 0) await inTime(call.stored(), waitMs, undefined);
}
