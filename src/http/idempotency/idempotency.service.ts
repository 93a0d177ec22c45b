import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { conflict } from '../../common/errors/index.js';
import type { IdempotentRequest } from '../../generated/prisma/client.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { JobRunner, type PeriodicJob } from '../../jobs/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import type { IdempotencyContext, RepeatableRequest } from './idempotency-context.js';

const PURPOSE = 'idempotent-response';
const LIFETIME_MS = 24 * 60 * 60 * 1_000;
const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;

/** Makes retries of a change safe: its response is stored in the same transaction, for 24 hours. */
@Injectable()
export class IdempotencyService implements OnModuleInit, OnModuleDestroy {
  private readonly box: SecretBox;
  private readonly cleanup: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
    columns: SealedColumns,
  ) {
    this.box = columns.box(PURPOSE, 'idempotent_requests', ['account_id', 'key'], 'response');
    logger.setContext(IdempotencyService.name);
    this.cleanup = runner.periodic(IdempotencyService.name, {
      everyMs: CLEANUP_INTERVAL_MS,
      run: () => this.removeExpired(),
      onError: (error) => logger.warn({ err: error }, 'expired idempotency keys could not be removed'),
    });
  }

  onModuleInit(): void {
    this.cleanup.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleanup.stop();
  }

  /**
   * Runs a change in one transaction, or returns the response to the first request with this key. Concurrent requests
   * with the same key wait for the first. The result must be exactly the JSON sent. A change that throws leaves its key
   * unused.
   * @throws ApiError 409 `IDEMPOTENCY_KEY_REUSED` when the key belongs to a different request.
   */
  async run<T>(
    context: IdempotencyContext,
    change: (transaction: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    if (context.key === undefined) return this.prisma.$transaction(change);
    return this.runKeyed(context, change);
  }

  /**
   * Like `run`, for a change with a check that takes too long for a transaction. A retry skips the check, which may no
   * longer pass.
   */
  async runChecked<T>(
    context: IdempotencyContext,
    check: () => Promise<void>,
    change: (transaction: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    const earlier = context.key === undefined ? null : await this.find(this.prisma, context);
    if (earlier?.response && context.key !== undefined && earlier.expiresAt > this.clock.now()) {
      return this.answerOf(earlier, context) as T;
    }
    await check();
    return this.run(context, change);
  }

  private runKeyed<T>(
    context: RepeatableRequest,
    change: (transaction: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    return this.prisma.$transaction(async (transaction) => {
      if (!(await this.claim(transaction, context)))
        return (await this.earlierAnswer(transaction, context)) as T;
      const answer = await change(transaction);
      await transaction.idempotentRequest.update({
        where: { accountId_key: { accountId: context.accountId, key: context.key } },
        data: { response: this.box.seal(JSON.stringify(answer ?? null), contextOf(context)) },
      });
      return answer;
    });
  }

  /**
   * Whether the key may be used: new, expired, or left by a crashed process (a running request has committed nothing,
   * so it is invisible). Waits for a request that is using it.
   */
  private async claim(transaction: Prisma.TransactionClient, context: RepeatableRequest): Promise<boolean> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const claimed = await transaction.$executeRaw`
      INSERT INTO idempotent_requests AS earlier (account_id, key, fingerprint, expires_at)
      VALUES (${context.accountId}, ${context.key}, ${context.fingerprint}, ${expiresAt})
      ON CONFLICT (account_id, key) DO UPDATE
        SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, response = NULL
        WHERE earlier.expires_at <= ${now} OR earlier.response IS NULL`;
    return claimed === 1;
  }

  private async earlierAnswer(
    transaction: Prisma.TransactionClient,
    context: RepeatableRequest,
  ): Promise<unknown> {
    const earlier = await this.find(transaction, context);
    if (!earlier) throw new Error('An idempotency key is neither free nor taken.');
    return this.answerOf(earlier, context);
  }

  private find(client: Prisma.TransactionClient, { accountId, key }: RepeatableRequest) {
    return client.idempotentRequest.findUnique({ where: { accountId_key: { accountId, key } } });
  }

  private answerOf(earlier: IdempotentRequest, context: RepeatableRequest): unknown {
    if (earlier.response === null || !Buffer.from(earlier.fingerprint).equals(context.fingerprint)) {
      throw conflict('IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key was used for another request.');
    }
    return JSON.parse(this.box.open(earlier.response, contextOf(context)));
  }

  private async removeExpired(): Promise<void> {
    await this.prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: this.clock.now() } } });
  }
}

const contextOf = ({ accountId, key }: RepeatableRequest): string => `${accountId}/${key}`;
