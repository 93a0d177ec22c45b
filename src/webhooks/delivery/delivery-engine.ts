import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner } from '../../jobs/index.js';
import { CompletionStore } from './completion-store.js';
import { CompletionWriter } from './completion-writer.js';
import { DeliveryNudge } from '../events/delivery-nudge.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySender, type SentAttempt } from './delivery-sender.js';
import { DeliveryStore, type LeasedDelivery } from './delivery-store.js';
import { EndpointLanes } from './endpoint-lanes.js';
import { SLOW_AFTER_MS } from './endpoint-pace.js';
import { PrefetchBuffer } from './prefetch-buffer.js';
import { verdictOn } from './schedule.js';
import { WakeUp } from './wake-up.js';

/** Minimum time between leases, in milliseconds: short compared with any network request. */
const MIN_PICK_GAP_MS = 5;

/** Longest sleep without a nudge. */
const LONGEST_SLEEP_MS = 60_000;

/** Outcomes that may wait for the database; above this, nothing is leased. */
const MAX_UNWRITTEN = 1_000;
/** To fast endpoints, and as many again to slow or failing ones. */
const MAX_IN_FLIGHT = 256;

/**
 * Delivers the outbox, at least once.
 *
 * One loop leases due deliveries for endpoints with free capacity and starts their requests; it never waits for a
 * receiver. It wakes up for a nudge, a completed request, and work found by polling. docs/decisions/webhook-delivery.md
 * says why this is not a queue library.
 */
@Injectable()
export class DeliveryEngine implements OnApplicationBootstrap {
  private readonly settings: AppConfig['webhooks'];
  private readonly lanes: EndpointLanes;
  private readonly completions: CompletionWriter;
  private readonly wakeUp = new WakeUp();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly prefetched: PrefetchBuffer;
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
    private readonly runner: JobRunner,
    private readonly logger: PinoLogger,
    private readonly metrics: DeliveryMetrics,
    completionStore: CompletionStore,
    config: AppConfig,
  ) {
    logger.setContext(DeliveryEngine.name);
    this.settings = config.webhooks;
    this.lanes = new EndpointLanes({
      maxPerLane: MAX_IN_FLIGHT,
      maxPerEndpoint: this.settings.maxInFlightPerEndpoint,
    });
    this.prefetched = new PrefetchBuffer(this.lanes);
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
    this.unwatch = this.runner.watch({
      everyMs: this.settings.pollIntervalMs,
      query: this.store.endpointsWithWork,
      found: () => this.pollNow(),
    });
    this.loop = this.run();
  }

  /**
   * Leases nothing more, lets running requests finish for `drainMs`, and releases the rest for another process or
   * start.
   */
  async stop(): Promise<void> {
    this.nudge.listen(undefined);
    this.unwatch();
    this.isStopping = true;
    this.wakeUp.now();
    await this.loop;
    for (const delivery of this.prefetched.takeAll()) this.unsent.add(delivery);
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

  /** Reports the start and the end of a database outage, not every failed poll. */
  private reportPicking(error: unknown): void {
    const isFailing = error !== undefined;
    if (isFailing === this.isPickingFailing) return;
    this.isPickingFailing = isFailing;
    if (isFailing) this.logger.error({ err: error }, 'due webhook deliveries cannot be read');
    else this.logger.info('due webhook deliveries are read again');
  }

  private pollNow(): void {
    this.nextPollMs = 0;
    this.wakeUp.now();
  }

  /** Finds work this process was not nudged about: retries, expired leases, events of other processes. */
  private async poll(): Promise<void> {
    if (this.clock.monotonicMs() < this.nextPollMs) return;
    this.nextPollMs = this.clock.monotonicMs() + LONGEST_SLEEP_MS;
    this.lanes.addWaiting(await this.store.dueEndpoints());
  }

  /** Leases as much as there is capacity for and starts it; returns whether there may be more right now. */
  private async pick(): Promise<boolean> {
    if (this.completions.waiting >= MAX_UNWRITTEN || this.lanes.nextRooms().length === 0) return false;
    await this.waitForBatch();
    const rooms = this.lanes.nextRooms();
    if (rooms.length === 0) return false;
    const leasedAtMs = this.clock.monotonicMs();
    const leased = await this.store.lease(rooms, this.settings.leaseMarginMs);
    this.lanes.picked(
      rooms,
      leased.map(({ endpointId }) => endpointId),
    );
    for (const delivery of leased) this.prefetched.add({ delivery, leasedAtMs });
    this.startHeld();
    return true;
  }

  /** Waits briefly so that requests ending together are refilled by one query. */
  private async waitForBatch(): Promise<void> {
    const waitMs = this.lastPickMs + MIN_PICK_GAP_MS - this.clock.monotonicMs();
    if (waitMs > 0) await sleep(waitMs);
    this.lastPickMs = this.clock.monotonicMs();
  }

  /** Starts as many leased deliveries as there is capacity for. */
  private startHeld(): void {
    const late: LeasedDelivery[] = [];
    while (!this.isStopping) {
      const next = this.prefetched.next();
      if (!next) break;
      if (this.hasLease(next.leasedAtMs)) this.start(next.delivery);
      else late.push(next.delivery);
    }
    if (late.length > 0) this.track(this.giveBackUnstarted(late));
  }

  /** A process frozen since the lease began could repeat what another one has sent. */
  private hasLease(leasedAtMs: number): boolean {
    return this.clock.monotonicMs() < leasedAtMs + this.settings.leaseMarginMs / 2;
  }

  private start(delivery: LeasedDelivery): void {
    const { endpointId } = delivery;
    const slot = this.lanes.started(endpointId);
    const proceed = () => {
      this.prefetched.mayHavePlace(endpointId);
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
      this.logger.error(
        { err: error, deliveryId: delivery.deliveryId },
        'webhook delivery failed unexpectedly',
      );
    });
    this.track(work);
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.inFlight.delete(tracked));
    this.inFlight.add(tracked);
  }

  /** The slot is freed (`sent`) as soon as the receiver has answered, before the outcome is written. */
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
        'result of a webhook delivery refused: its lease had expired',
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
    // A slowed endpoint's prefetched deliveries go back, so that another process or a later time can send them.
    if (this.lanes.laneOf(delivery.endpointId) !== 'quick') {
      const unsent = this.prefetched.take(delivery.endpointId);
      if (unsent.length > 0) this.track(this.giveBackUnstarted(unsent));
    }
    return attempt;
  }

  /** Releases leased deliveries that were not started; they are leased again as soon as possible. */
  private async giveBackUnstarted(unsent: readonly LeasedDelivery[]): Promise<void> {
    for (const { endpointId } of unsent) this.lanes.givenBack(endpointId, 1);
    await this.giveBack(unsent);
    this.lanes.addWaiting(unsent.map(({ endpointId }) => endpointId));
    this.wakeUp.now();
  }

  /** Never throws: a lease that can't be released expires, and the preceding attempt must be written in any case. */
  private async giveBack(unsent: readonly LeasedDelivery[]): Promise<void> {
    try {
      await this.store.release(unsent);
    } catch (error) {
      this.logger.warn({ err: error, count: unsent.length }, 'webhook deliveries could not be released');
    }
  }
}
