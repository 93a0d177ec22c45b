import { Global, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig, ConfigError } from '../config/index.js';
import { isDatabaseUnavailable } from '../errors/index.js';
import { type Prisma, PrismaService } from '../prisma/index.js';
import { InstanceKeys } from './instance-keys.js';
import { resealColumn } from './resealing.js';
import { SealedColumns } from './sealed-columns.js';
import { matchSecret, type SecretMatch } from './secret-match.js';

/** Values per column that are tried if the database has no fingerprint yet. */
const SAMPLE = 20;
const RETRY_MS = 5_000;

const ADVICE =
  'INSTANCE_SECRET is not the one that secrets in this database were encrypted with. Give this instance the same one as the others on the ' +
  'database (without the setting it is in DATA_DIR/instance-secret). To change it, put the new one before the old one, with a comma ' +
  'between. If the old one is lost, set INSTANCE_SECRET_REPLACE=true for one start: webhook signing secrets and headers must then be set anew';

/**
 * Checks at start that the instance secret matches the one that sealed the database's secrets: instances with different
 * secrets could not open each other's. The database stores a fingerprint that reveals nothing about the secret.
 */
@Injectable()
class InstanceSecretCheck implements OnModuleInit, OnApplicationShutdown {
  private readonly stopped = new AbortController();
  private resealing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: InstanceKeys,
    private readonly columns: SealedColumns,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(InstanceSecretCheck.name);
  }

  /** @throws ConfigError when the secrets differ. Retries while the database is away. */
  async onModuleInit(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn('the instance secret could not be compared with the database, which does not answer');
      this.timer = setTimeout(() => void this.checkLate(), RETRY_MS).unref();
    }
  }

  /** Shuts the service down as a signal would, since it should not have started. */
  private async checkLate(): Promise<void> {
    try {
      await this.onModuleInit();
    } catch (error) {
      this.logger.fatal({ err: error }, 'the service stops');
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    }
  }

  private async check(): Promise<void> {
    const match = await this.compare();
    if (match === 'mismatch') throw new ConfigError([ADVICE]);
    if (match === 'replace')
      this.logger.warn('the instance secret was replaced; values sealed with the old one are lost');
    if (this.keys.fingerprints().length > 1) this.resealing = this.resealAll();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    clearTimeout(this.timer);
    await this.resealing;
  }

  private compare(): Promise<SecretMatch> {
    const own = this.keys.fingerprints();
    return this.prisma.$transaction(async (transaction) => {
      // Of several concurrent first starts one stores its secret, and the others see it.
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('earshot instance secret'))`;
      const row = await transaction.instanceSecret.findUnique({ where: { id: CURRENT } });
      const match = matchSecret({
        noted: row?.fingerprint,
        own,
        ...(row ? { opened: 0, sealed: 0 } : await this.sample(transaction)),
        mayReplace: this.config.instance.instanceSecretReplace,
      });
      if (match !== 'same' && match !== 'mismatch') {
        const fingerprint = own[0] ?? '';
        const where = { id: CURRENT };
        await transaction.instanceSecret.upsert({
          where,
          create: { ...where, fingerprint },
          update: { fingerprint },
        });
      }
      return match;
    });
  }

  /** How many of a sample of sealed values this process can open. */
  private async sample(transaction: Prisma.TransactionClient): Promise<{ opened: number; sealed: number }> {
    let [opened, sealed] = [0, 0];
    for (const { table, column, purpose } of this.columns.all()) {
      const rows = await transaction.$queryRawUnsafe<{ key: string }[]>(
        `SELECT split_part(${column}, '.', 2) AS key FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE}`,
      );
      const ring = this.keys.keyRing(purpose);
      sealed += rows.length;
      opened += rows.filter(({ key }) => ring.find(key) !== undefined).length;
    }
    return { opened, sealed };
  }

  /** In the background: until it is done, the old secret still opens every value. */
  private async resealAll(): Promise<void> {
    try {
      let [resealed, unreadable] = [0, 0];
      for (const column of this.columns.all()) {
        const outcome = await resealColumn(this.prisma, this.keys, column, this.stopped.signal);
        resealed += outcome.resealed;
        unreadable += outcome.unreadable;
      }
      if (this.stopped.signal.aborted) return;
      this.logger.info(
        { resealed, unreadable },
        'all secrets are sealed with the first INSTANCE_SECRET; once every instance lists it first, remove the others',
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'secrets could not be sealed again; the next start retries');
    }
  }
}

const CURRENT = 'current';

/**
 * For the service only: the command line seals nothing. Global, because global modules start before those that depend
 * on the check.
 */
@Global()
@Module({ providers: [InstanceSecretCheck] })
export class InstanceSecretModule {}
