import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { newId } from '../common/ids/index.js';
import { JobRunner, PeriodicService } from '../jobs/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { instanceIsAlive, InstanceLease } from '../cluster/index.js';
import type { Admission } from './admission.js';
import { CALLS_OF, tooMany } from './call-capacity.js';
import type { CallRefusal } from './call-refusal.js';

/** How long a slot may stay counted if it could not be freed because the database was unreachable. */
const SWEEP_EVERY_MS = 60_000;

type Owner = Pick<Admission, 'connectorId' | 'terms'>;

/** A call's slot in its token's concurrency limit. `free` is idempotent and never throws. */
export interface ConcurrencySlot {
  readonly kind: 'slot';
  free(): Promise<void>;
}

/** For calls without such a limit. */
const BOUNDLESS: ConcurrencySlot = { kind: 'slot', free: () => Promise.resolve() };

/**
 * Enforces concurrency limits of call tokens, and of pages without a backend, across all instances. Free unless a limit
 * is set. The slots of a dead instance expire with its lease.
 */
@Injectable()
export class ConcurrencySlots extends PeriodicService {
  private readonly held = new Set<string>();

  constructor(
    private readonly prisma: PrismaService,
    private readonly lease: InstanceLease,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, SWEEP_EVERY_MS, logger, 'concurrency slots of ended calls could not be freed');
  }

  /**
   * Takes a slot, or returns the reason for refusing.
   * @param isAgain The call has a slot on another instance: it is counted but not refused.
   * @throws when the database is unreachable
   */
  async take({ connectorId, terms }: Owner, isAgain = false): Promise<ConcurrencySlot | CallRefusal> {
    const { tokenId, maxConcurrentCalls = Infinity, maxPublicCalls = Infinity } = terms ?? {};
    if (tokenId === undefined || Math.min(maxConcurrentCalls, maxPublicCalls) === Infinity) return BOUNDLESS;
    await this.lease.ensure();
    const id = newId('cpl');
    const publicConnectorId = maxPublicCalls === Infinity ? null : (connectorId ?? null);
    // Added before it is written, so that no sweep deletes it in between.
    this.held.add(id);
    let full: CallRefusal | undefined;
    try {
      full = await this.prisma.$transaction(async (transaction) => {
        await lock(transaction, publicConnectorId ?? tokenId);
        const { ofToken, ofPages } = await this.count(transaction, tokenId, publicConnectorId);
        const refusal = isAgain
          ? undefined
          : (tooMany(ofToken, maxConcurrentCalls, CALLS_OF.token) ??
            tooMany(ofPages, maxPublicCalls, CALLS_OF.pages));
        if (refusal) return refusal;
        const { instanceId } = this.lease;
        await transaction.callPlace.create({
          data: { id, callTokenId: tokenId, publicConnectorId, instanceId },
        });
        return undefined;
      });
    } catch (error) {
      this.held.delete(id);
      throw error;
    }
    if (full) this.held.delete(id);
    return full ?? { kind: 'slot', free: () => this.free(id) };
  }

  /**
   * Deletes slots that this instance no longer holds and slots of dead instances.
   * @throws when the database is unreachable
   */
  async run(): Promise<void> {
    const held = [...this.held];
    await this.prisma.$executeRaw`
      DELETE FROM call_places AS p
      WHERE (p.instance_id = ${this.lease.instanceId} AND NOT p.id = ANY(${held}))
        OR NOT ${instanceIsAlive('p.instance_id')}`;
  }

  private async count(transaction: Prisma.TransactionClient, tokenId: string, connectorId: string | null) {
    const [counts] = await transaction.$queryRaw<{ ofToken: number; ofPages: number }[]>`
      SELECT count(*) FILTER (WHERE p.call_token_id = ${tokenId})::int AS "ofToken",
        count(*) FILTER (WHERE p.public_connector_id = ${connectorId})::int AS "ofPages"
      FROM call_places p
      WHERE (p.call_token_id = ${tokenId} OR p.public_connector_id = ${connectorId})
        AND ${instanceIsAlive('p.instance_id')}`;
    return counts ?? { ofToken: 0, ofPages: 0 };
  }

  private async free(id: string): Promise<void> {
    if (!this.held.delete(id)) return;
    // The sweep deletes it later.
    await this.prisma.callPlace.deleteMany({ where: { id } }).catch((err: unknown) => {
      this.logger.warn({ err }, 'a concurrency slot of a call could not be freed yet');
    });
  }
}

/** Serialises offers of one token or one connector's pages across instances. */
async function lock(transaction: Prisma.TransactionClient, of: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`call-places:${of}`}, 0))`;
}
