import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { isAborted } from '../../common/abort/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, type PeriodicJob } from '../../jobs/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import type { SipEndpoint } from '../../sip/index.js';
import type { TrunkCandidates } from '../trunks/trunk.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { Dialler } from './dialler.service.js';
import type { OrderOutcome } from './order-outcome.js';
import { OutboundStore } from './outbound-store.js';
import { isTrunkRefusal, type OutboundReason } from '../dialling/reasons.js';

/** Limits both the calls claimed in one query and the unanswered calls in progress. */
const CLAIM_ROOM = 20;
const MAX_DIALLING = 200;
const FAULT_RETRY_MS = 3_000;
const PRUNE_INTERVAL_MS = 3_600_000;
/** Lease renewals per lease period. */
const RENEWALS_PER_LEASE = 4;
/** An instance that stalled for longer than this share of the lease must not dial earlier claims. */
const SAFE_LEASE_SHARE = 0.5;

interface ActiveOrder {
  readonly cancel: AbortController;
  readonly claimedMs: number;
  /** True if an INVITE may have been sent. */
  isDialled: boolean;
  isAnswered: boolean;
}

/** @param signalled The abort reason. */
const whyCancelled = (signalled: unknown): OutboundReason => {
  if (signalled === 'shutdown') return 'interrupted';
  return signalled === 'account_suspended' ? signalled : 'cancelled';
};

type Watcher = (refusal: OutboundReason | undefined) => void;

/** Executes the outbound calls that this instance claims, each at most once. */
@Injectable()
export class OutboundQueue implements OnModuleDestroy {
  private readonly settings: AppConfig['outboundCalls'];
  private readonly job: PeriodicJob;
  private readonly active = new Map<string, ActiveOrder>();
  private readonly running = new Set<Promise<void>>();
  /** Pending writes, in case PostgreSQL is briefly unreachable. */
  private readonly unwritten = new Map<string, () => Promise<void>>();
  private readonly watchers = new Map<string, Set<Watcher>>();
  private renewedMs = 0;
  private prunedMs = performance.now();
  private isRunning = false;
  private unwatch: () => void = () => undefined;

  constructor(
    private readonly store: OutboundStore,
    private readonly dialler: Dialler,
    private readonly metrics: TelephonyMetrics,
    private readonly runner: JobRunner,
    config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(OutboundQueue.name);
    this.settings = config.outboundCalls;
    this.job = runner.periodic(OutboundQueue.name, {
      everyMs: PRUNE_INTERVAL_MS,
      run: (signal) => this.look(signal),
      onError: (error) => logger.warn({ err: error }, 'the queue of outbound calls could not be read'),
    });
  }

  begin(endpoint: SipEndpoint<TrunkCandidates>): void {
    if (!this.settings.enabled) return;
    this.dialler.begin(endpoint);
    this.isRunning = true;
    this.job.start();
    this.unwatch = this.runner.watch({
      everyMs: this.settings.pollMs,
      query: this.store.orders,
      found: () => void this.job.wake(),
    });
  }

  /** Outbound calls that this instance owns. */
  get count(): number {
    return this.active.size;
  }

  /** Abandons unanswered calls; answered ones have already ended. */
  async onModuleDestroy(): Promise<void> {
    this.isRunning = false;
    this.unwatch();
    await this.job.stop();
    for (const { cancel } of this.active.values()) cancel.abort('shutdown');
    await Promise.all(this.running);
    this.dialler.begin(undefined);
    await this.flush().catch(() => undefined);
  }

  /**
   * Wakes the queue and waits up to `firstAnswerMs` for an immediate refusal by the trunk. Returns its reason;
   * undefined if there is none yet.
   */
  async firstAnswer(id: string): Promise<OutboundReason | undefined> {
    if (!this.isRunning || this.settings.firstAnswerMs === 0) {
      void this.job.wake();
      return undefined;
    }
    return new Promise((resolve) => {
      const watching = this.watchers.get(id) ?? new Set<Watcher>();
      const watcher: Watcher = (refusal) => {
        clearTimeout(timer);
        watching.delete(watcher);
        if (watching.size === 0) this.watchers.delete(id);
        resolve(refusal);
      };
      const timer = setTimeout(() => watcher(undefined), this.settings.firstAnswerMs);
      this.watchers.set(id, watching.add(watcher));
      void this.job.wake();
    });
  }

  /** True if the outbound call ended and no final answer to it is known. */
  endedUnanswered(id: string): Promise<boolean> {
    return this.store.endedUnanswered(id);
  }

  /** Cancels this instance's part; other instances notice by themselves. */
  cancel(id: string, reason: 'cancelled' | 'account_suspended' = 'cancelled'): void {
    this.active.get(id)?.cancel.abort(reason);
  }

  /**
   * Takes over the call of an outbound request from another instance, to keep and to cancel.
   * @param over Resolves when the call ends.
   */
  adopt(id: string, cutOff: () => void, over: Promise<void>): void {
    const cancel = new AbortController();
    cancel.signal.addEventListener('abort', cutOff, { once: true });
    this.active.set(id, { cancel, claimedMs: performance.now(), isDialled: true, isAnswered: true });
    this.write(`${id} adopted`, async () => void (await this.store.adopt(id)));
    void over.then(() => {
      this.active.delete(id);
      this.write(id, () => this.store.end(id, { status: 'SUCCESS', reason: null }));
    });
  }

  private async look(signal: AbortSignal): Promise<void> {
    await this.flush();
    const nowMs = performance.now();
    if (nowMs - this.renewedMs >= this.settings.leaseMs / RENEWALS_PER_LEASE) {
      this.renewedMs = nowMs;
      for (const { id, reason } of await this.store.renew([...this.active.keys()])) this.cancel(id, reason);
    }
    const hasOrders = await this.store.hasOrders();
    if (hasOrders) for (const invite of await this.store.sweep()) this.dialler.takeBack(invite);
    if (nowMs - this.prunedMs >= PRUNE_INTERVAL_MS) {
      this.prunedMs = nowMs;
      await this.store.prune();
    }
    if (hasOrders) await this.claim(signal);
  }

  private async claim(signal: AbortSignal): Promise<void> {
    const dialling = [...this.active.values()].filter(({ isAnswered }) => !isAnswered).length;
    const room = Math.min(CLAIM_ROOM, MAX_DIALLING - dialling);
    if (room <= 0 || !this.dialler.isReady || signal.aborted) return;
    const claimedMs = performance.now();
    for (const order of await this.store.claim(room)) {
      const work = this.carryOut(order, claimedMs).finally(() => this.running.delete(work));
      this.running.add(work);
    }
  }

  /** Never rejects. */
  private async carryOut(order: OutboundCall, claimedMs: number): Promise<void> {
    const { id } = order;
    const active: ActiveOrder = {
      cancel: new AbortController(),
      claimedMs,
      isDialled: false,
      isAnswered: false,
    };
    this.active.set(id, active);
    try {
      const outcome = await this.dialler.carryOut(order, {
        signal: active.cancel.signal,
        mayDial: () => this.mayDial(id, active),
        ringing: () => this.tell(id, undefined),
        invited: (invite) => this.write(`${id} invited`, () => this.store.invited(id, invite)),
        answered: (sessionId, answeredBy) => {
          active.isAnswered = true;
          this.tell(id, undefined);
          this.write(`${id} answered`, () => this.store.answered(id, sessionId, answeredBy));
        },
      });
      this.conclude(id, active, outcome);
    } catch (error) {
      this.logger.error(
        { callSid: id, accountId: order.accountId, err: error },
        'outbound call failed unexpectedly',
      );
      // If nothing was dialled, retry until the request expires.
      const untilMs = Date.now() + FAULT_RETRY_MS;
      this.conclude(
        id,
        active,
        active.isDialled
          ? { kind: 'ended', status: 'FAILURE', reason: 'failed' }
          : { kind: 'deferred', untilMs, reason: 'failed' },
      );
    } finally {
      this.active.delete(id);
    }
  }

  private async mayDial(id: string, active: ActiveOrder): Promise<boolean> {
    const { cancel, claimedMs } = active;
    if (cancel.signal.aborted) return false;
    const askedMs = performance.now();
    active.isDialled = true;
    if (!(await this.store.dial(id))) return false;
    const safeMs = this.settings.leaseMs * SAFE_LEASE_SHARE;
    // The lease started no later than this request was sent.
    const isSafe = performance.now() - askedMs < safeMs && !cancel.signal.aborted;
    if (!isSafe) {
      const reason = isAborted(cancel.signal) ? 'cancelled' : 'interrupted';
      this.logger.warn({ callSid: id, reason, claimedMs }, 'outbound call was not dialled');
      this.write(id, () => this.store.end(id, { status: 'FAILURE', reason }));
    }
    return isSafe;
  }

  private conclude(id: string, { cancel }: ActiveOrder, outcome: OrderOutcome): void {
    if (outcome.kind !== 'ended') {
      this.tell(id, undefined);
      const { untilMs, reason } =
        outcome.kind === 'deferred' ? outcome : { untilMs: Date.now(), reason: null };
      return this.write(id, () => this.store.defer(id, untilMs, reason));
    }
    const { status } = outcome;
    const reason = outcome.reason === 'cancelled' ? whyCancelled(cancel.signal.reason) : outcome.reason;
    const refusedAtOnce = reason !== null && isTrunkRefusal(reason) && this.watchers.has(id);
    this.metrics.outbound.inc({ outcome: reason ?? 'answered' });
    this.logger.info({ callSid: id, status, reason, sipStatus: outcome.sipStatus }, 'outbound call ended');
    this.write(
      id,
      () => this.store.end(id, { ...outcome, reason, refusedAtOnce }),
      () => this.tell(id, refusedAtOnce ? reason : undefined),
    );
  }

  private tell(id: string, refusal: OutboundReason | undefined): void {
    for (const watcher of [...(this.watchers.get(id) ?? [])]) watcher(refusal);
  }

  /** Writes now or at the next poll. The last write per key wins. */
  private write(key: string, task: () => Promise<void>, then: () => void = () => undefined): void {
    this.unwritten.set(key, async () => {
      await task();
      then();
    });
    const work = this.flush()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'outbound call could not be saved'))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async flush(): Promise<void> {
    for (const [key, task] of [...this.unwritten]) {
      this.unwritten.delete(key);
      try {
        await task();
      } catch (error) {
        if (!this.unwritten.has(key)) this.unwritten.set(key, task);
        throw error;
      }
    }
  }
}
