import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { type AliveInstance, Instances } from '../instances/instances.service.js';
import { OwnershipRecords } from '../ownership/running-call.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { PeerClient } from '../peers/peer-client.js';
import { PeerRequestHandler } from '../peers/peer-request-handler.js';
import { PeerWatch, type WatchedPeer } from './peer-watch.js';
import { sharedOut, watchedBy } from './ring.js';

const LOOKS_PER_LEASE = 3;
/** Number of watchers per instance, since watchers may die as well. */
const WATCHERS = 2;
/** Head start of each watcher over the next one. */
const NEXT_WATCHER_MS = 1_500;
/** Concurrent takeovers. */
const AT_ONCE = 8;
/** Wait after a lease's end, so that the database also sees it as expired. */
const END_SLACK_MS = 50;

type TakeLine = (sessionId: string) => Promise<boolean>;

interface Taker {
  readonly id: string;
  readonly address: string | null;
  readonly room: number;
}

/**
 * Takes over phone calls of dead instances; phones do not reconnect by themselves. Two watchers detect the death of an
 * instance and distribute its calls among all instances with capacity. A lost machine is detected when its lease
 * expires.
 */
@Injectable()
export class PhoneCallFailover extends PeriodicService {
  private takeHere: TakeLine | undefined;
  private readonly watch: PeerWatch;
  /** Certainly gone, though their lease has not expired. */
  private readonly gone = new Set<string>();
  private readonly everyMs: number;
  private nextEnd: NodeJS.Timeout | undefined;

  constructor(
    private readonly instances: Instances,
    private readonly records: OwnershipRecords,
    private readonly lease: InstanceLease,
    private readonly peers: PeerClient,
    private readonly handler: PeerRequestHandler,
    private readonly changes: ChangeSignals,
    config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(
      runner,
      config.conversations.instanceLeaseMs / LOOKS_PER_LEASE,
      logger,
      'phone calls of lost instances could not be read',
    );
    this.everyMs = config.conversations.instanceLeaseMs / LOOKS_PER_LEASE;
    this.watch = new PeerWatch({
      isGone: async ({ id, address }) => isProof(await peers.who(id, address)),
      gone: (peer, rank) => void this.takeOverCallsOf(peer, rank),
    });
    changes.on('instances', () => void this.job.wake());
  }

  /** Registers how this process takes over phone calls. */
  takeOverBy(take: TakeLine): void {
    this.takeHere = take;
    this.handler.takesLinesBy((sessionId) => this.take(sessionId));
    void this.announce();
  }

  /**
   * Offers a phone call that this instance releases to another one.
   * @param isCutOff The database is unreachable: the last known instances are asked.
   * @returns Whether one took it. Never throws.
   */
  async offer(sessionId: string, isCutOff = false): Promise<boolean> {
    try {
      const alive = isCutOff ? this.instances.lastKnown : await this.instances.alive();
      const others = takersOf(alive).filter(({ id }) => id !== this.lease.instanceId && !this.gone.has(id));
      for (const { id, address } of others.sort((one, other) => other.room - one.room)) {
        // Skip frozen instances: they would keep the call waiting.
        if (address === null || (await this.peers.who(id, address)) !== 'held') continue;
        if (await this.peers.take(id, address, sessionId)) return true;
      }
    } catch (err) {
      this.logger.warn({ sessionId, err }, 'no instance took over a phone call');
    }
    return false;
  }

  override async onModuleDestroy(): Promise<void> {
    this.watch.close();
    clearTimeout(this.nextEnd);
    await super.onModuleDestroy();
  }

  protected async run(): Promise<void> {
    if (!this.takeHere) return;
    const alive = await this.instances.alive();
    const ids = new Set(alive.map(({ id }) => id));
    for (const id of this.gone) if (!ids.has(id)) this.gone.delete(id);
    const there = alive.filter(({ id }) => !this.gone.has(id));
    const addresses = new Map(there.map(({ id, address }) => [id, address]));
    const ring = watchedBy(
      this.lease.instanceId,
      there.flatMap(({ id, address }) => (address === null ? [] : id)),
      WATCHERS,
    );
    this.watch.watch(ring.flatMap((id) => ({ id, address: addresses.get(id) ?? '' })));
    // An expired instance is handled by as many instances as watched it.
    const isOurs = (id: string) => watchedBy(this.lease.instanceId, [...ids, id], WATCHERS).includes(id);
    const lost = (await this.records.lostLines()).filter(({ instanceId }) => isOurs(instanceId));
    const ofGone = await Promise.all([...this.gone].map((id) => this.records.linesOf(id)));
    this.wakeAtNextExpiry(there);
    await this.share([...lost.map(({ sessionId }) => sessionId), ...ofGone.flat()]);
  }

  /** The next lease may expire before the next poll. */
  private wakeAtNextExpiry(alive: readonly AliveInstance[]): void {
    clearTimeout(this.nextEnd);
    const leftMs = Math.min(...alive.map((one) => one.leftMs));
    if (leftMs < this.everyMs)
      this.nextEnd = setTimeout(() => void this.job.wake(), leftMs + END_SLACK_MS).unref();
  }

  private async takeOverCallsOf({ id }: WatchedPeer, rank: number): Promise<void> {
    try {
      this.gone.add(id);
      if (rank > 0) await pause(rank * NEXT_WATCHER_MS, undefined, { ref: false });
      const lines = await this.records.linesOf(id);
      this.logger.warn({ instanceId: id, calls: lines.length }, 'instance lost: taking over its phone calls');
      await this.share(lines);
      await this.job.wake();
    } catch (err) {
      this.logger.error(
        { instanceId: id, err },
        'phone calls of a lost instance could not be taken over yet',
      );
    }
  }

  private async share(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const alive = await this.instances.alive();
    const shared = [...sharedOut(lines, takersOf(alive.filter(({ id }) => !this.gone.has(id))))];
    const work = async () => {
      for (let next = shared.shift(); next; next = shared.shift()) await this.give(...next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  private async give(sessionId: string, { id, address }: Taker): Promise<void> {
    const isOwn = id === this.lease.instanceId || address === null;
    if (!isOwn && (await this.peers.take(id, address, sessionId))) return;
    await this.take(sessionId);
  }

  private async take(sessionId: string): Promise<boolean> {
    try {
      return (await this.takeHere?.(sessionId)) ?? false;
    } catch (err) {
      this.logger.error({ sessionId, err }, 'a phone call of another instance could not be taken over');
      return false;
    }
  }

  /** Lets the others watch this instance. */
  private async announce(): Promise<void> {
    await this.lease.ensure().catch(() => undefined);
    this.changes.tell('instances');
    await this.job.wake();
  }
}

const takersOf = (alive: readonly AliveInstance[]): Taker[] =>
  alive
    .filter(({ state }) => state === 'ready')
    .map(({ id, address, calls, capacity }) => ({ id, address, room: capacity - calls }));

/** Nothing listens at the address any more, or another instance does. */
const isProof = (answer: string): boolean => answer === 'gone' || answer === 'another-instance';
