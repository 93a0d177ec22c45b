import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { DueWork } from '../../common/due-work/index.js';
import { CompletionStore } from './completion-store.js';
import { CompletionWriter } from './completion-writer.js';
import { DeliveryNudge } from '../events/delivery-nudge.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySender, type SentAttempt } from './delivery-sender.js';
import { DeliveryStore, type LeasedDelivery } from './delivery-store.js';
import { EndpointLanes } from './endpoint-lanes.js';
import { SLOW_AFTER_MS } from './endpoint-pace.js';
import { HeldDeliveries } from './held-deliveries.js';
import { verdictOn } from './schedule.js';
import { WakeUp } from './wake-up.js';

/** Picks are at least this far apart, in milliseconds: short beside any request over a network. */
const MIN_PICK_GAP_MS = 5;

/** So long it sleeps when nobody tells it of work. */
const LONGEST_SLEEP_MS = 60_000;

/** Outcomes that may wait for the database; while there are more, nothing is picked. */
const MAX_UNWRITTEN = 1_000;

/**
 * Delivers what is in the outbox, at least once.
 *
 * One loop leases due deliveries for the endpoints that have room, and starts their requests; it never waits for a
 * receiver. It wakes up for a nudge, for a request that ended, and for what a look finds.
 * docs/decisions/webhook-delivery.md says why this is not a queue library.
 */
@Injectable()
export class DeliveryEngine implements OnApplicationBootstrap {
  private readonly settings: AppConfig['webhooks'];
  private readonly lanes: EndpointLanes;
  private readonly completions: CompletionWriter;
  private readonly wakeUp = new WakeUp();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly held: HeldDeliveries;
  private readonly unsent = new Set<LeasedDelivery>();
  private readonly cutOff = new AbortController();
  private loop: Promise<void> | undefined;
  private unwatch: () => void = () => undefined;
  private isStopping = false;
  private isPickingFailing = false;
  private nextPollMs = 0;
  private lastPickMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: DeliveryStore,
    private readonly sender: DeliverySender,
    private readonly clock: Clock,
    private readonly nudge: DeliveryNudge,
    private readonly dueWork: DueWork,
    private readonly logger: PinoLogger,
    private readonly metrics: DeliveryMetrics,
    completionStore: CompletionStore,
    config: AppConfig,
  ) {
    logger.setContext(DeliveryEngine.name);
    this.settings = config.webhooks;
    this.lanes = new EndpointLanes({
      maxPerLane: this.settings.maxInFlight,
      maxPerEndpoint: this.settings.maxInFlightPerEndpoint,
    });
    this.held = new HeldDeliveries(this.lanes);
    this.completions = new CompletionWriter(completionStore, logger);
    metrics.watch(() => ({ sending: this.inFlight.size, unwritten: this.completions.waiting }));
  }

  onApplicationBootstrap(): void {
    if (!this.settings.deliveryEnabled) return;
    this.nudge.listen((endpointIds) => {
      if (endpointIds.length === 0) return this.pollNow();
      this.lanes.addWaiting(endpointIds);
      this.wakeUp.now();
    });
    this.unwatch = this.dueWork.watch({
      everyMs: this.settings.pollIntervalMs,
      query: this.store.endpointsWithWork,
      found: () => this.pollNow(),
    });
    this.loop = this.run();
  }

  /**
   * Picks nothing more, lets requests under way finish for `drainMs`, and gives the rest back for another process or
   * start.
   */
  async stop(): Promise<void> {
    this.nudge.listen(undefined);
    this.unwatch();
    this.isStopping = true;
    this.wakeUp.now();
    await this.loop;
    for (const delivery of this.held.takeAll()) this.unsent.add(delivery);
    const timer = setTimeout(() => this.cutOff.abort(), this.settings.drainMs);
    await Promise.all(this.inFlight);
    clearTimeout(timer);
    await this.completions.close();
    if (this.unsent.size > 0) await this.giveBack([...this.unsent]);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.poll();
        const hasPicked = await this.pick();
        this.reportPicking(undefined);
        if (hasPicked) continue;
      } catch (error) {
        this.reportPicking(error);
        this.nextPollMs = this.clock.monotonicMs() + this.settings.pollIntervalMs;
      }
      await this.wakeUp.sleep(this.nextPollMs - this.clock.monotonicMs());
    }
  }

  /** An outage of the database is reported when it begins and when it ends, not at every poll. */
  private reportPicking(error: unknown): void {
    const isFailing = error !== undefined;
    if (isFailing === this.isPickingFailing) return;
    this.isPickingFailing = isFailing;
    if (isFailing) this.logger.error({ err: error }, 'webhook deliveries cannot be picked');
    else this.logger.info('webhook deliveries are picked again');
  }

  private pollNow(): void {
    this.nextPollMs = 0;
    this.wakeUp.now();
  }

  /** Looks for what this process was not nudged about: retries, leases that ended, events of other processes. */
  private async poll(): Promise<void> {
    if (this.clock.monotonicMs() < this.nextPollMs) return;
    this.nextPollMs = this.clock.monotonicMs() + LONGEST_SLEEP_MS;
    this.lanes.addWaiting(await this.store.dueEndpoints());
  }

  /** Leases what there is room for and starts it; tells whether there may be more to pick at once. */
  private async pick(): Promise<boolean> {
    if (this.completions.waiting >= MAX_UNWRITTEN || this.lanes.nextRooms().length === 0) return false;
    await this.waitForCompany();
    const rooms = this.lanes.nextRooms();
    if (rooms.length === 0) return false;
    const leasedAtMs = this.clock.monotonicMs();
    const leased = await this.store.lease(rooms, this.settings.leaseMarginMs);
    this.lanes.picked(
      rooms,
      leased.map(({ endpointId }) => endpointId),
    );
    for (const delivery of leased) this.held.add({ delivery, leasedAtMs });
    this.startHeld();
    return true;
  }

  /** Requests that end close together free their room together, for one query instead of one each. */
  private async waitForCompany(): Promise<void> {
    const waitMs = this.lastPickMs + MIN_PICK_GAP_MS - this.clock.monotonicMs();
    if (waitMs > 0) await sleep(waitMs);
    this.lastPickMs = this.clock.monotonicMs();
  }

  /** Starts as much of what was picked as there is room for. */
  private startHeld(): void {
    const late: LeasedDelivery[] = [];
    while (!this.isStopping) {
      const next = this.held.next();
      if (!next) break;
      if (this.hasLease(next.leasedAtMs)) this.start(next.delivery);
      else late.push(next.delivery);
    }
    if (late.length > 0) this.track(this.giveBackUnstarted(late));
  }

  /** A process that was frozen since the lease began would send what another one may have sent already. */
  private hasLease(leasedAtMs: number): boolean {
    return this.clock.monotonicMs() < leasedAtMs + this.settings.leaseMarginMs / 2;
  }

  private start(delivery: LeasedDelivery): void {
    const { endpointId } = delivery;
    const slot = this.lanes.started(endpointId);
    const proceed = () => {
      this.held.mayHavePlace(endpointId);
      this.startHeld();
      this.wakeUp.now();
    };
    const outgrow = setTimeout(() => {
      this.lanes.outgrown(slot);
      proceed();
    }, SLOW_AFTER_MS);
    const work = this.deliver(delivery, () => {
      clearTimeout(outgrow);
      this.lanes.finished(slot);
      proceed();
    }).catch((error: unknown) => {
      this.logger.error({ err: error, deliveryId: delivery.deliveryId }, 'webhook delivery broke off');
    });
    this.track(work);
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.inFlight.delete(tracked));
    this.inFlight.add(tracked);
  }

  /**
   * The room of the request is free (`sent`) as soon as it was answered; that its outcome is written keeps nobody
   * waiting.
   */
  private async deliver(delivery: LeasedDelivery, sent: () => void): Promise<void> {
    const attempt = await this.attempt(delivery).finally(sent);
    if (!attempt) return;
    const schedule = { delaysSeconds: this.settings.retryDelaysSeconds };
    const verdict = verdictOn(attempt.outcome, delivery.roundCount + 1, schedule, Math.random());
    const result = await this.completions.write({ ...attempt, leased: delivery, verdict });
    if (this.completions.waiting === 0) this.wakeUp.now();
    if (result === 'stale') {
      this.logger.warn(
        { deliveryId: delivery.deliveryId },
        'webhook completion refused: the lease had ended',
      );
    }
  }

  private async attempt(delivery: LeasedDelivery): Promise<SentAttempt | undefined> {
    const attempt = await this.sender.send(delivery, delivery, this.cutOff.signal);
    if (attempt.errorCode === 'ABORTED') {
      this.unsent.add(delivery);
      return undefined;
    }
    this.metrics.observe(attempt);
    this.lanes.learn(delivery.endpointId, {
      answered: attempt.outcome.kind === 'delivered' || attempt.outcome.kind === 'refused',
      durationMs: attempt.durationMs,
    });
    // An endpoint that is not quick any more keeps nothing back that another process or a later time could send.
    if (this.lanes.laneOf(delivery.endpointId) !== 'quick') {
      const unsent = this.held.take(delivery.endpointId);
      if (unsent.length > 0) this.track(this.giveBackUnstarted(unsent));
    }
    return attempt;
  }

  /** What was leased and not started; it is looked for again as soon as it may be picked. */
  private async giveBackUnstarted(unsent: readonly LeasedDelivery[]): Promise<void> {
    for (const { endpointId } of unsent) this.lanes.givenBack(endpointId, 1);
    await this.giveBack(unsent);
    this.lanes.addWaiting(unsent.map(({ endpointId }) => endpointId));
    this.wakeUp.now();
  }

  /**
   * Never throws: a lease that can't be given back ends by itself, and the attempt before it must be written all the
   * same.
   */
  private async giveBack(unsent: readonly LeasedDelivery[]): Promise<void> {
    try {
      await this.store.release(unsent);
    } catch (error) {
      this.logger.warn({ err: error, count: unsent.length }, 'webhook deliveries were not given back');
    }
  }
}
