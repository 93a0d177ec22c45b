import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { AppConfig } from '../config/index.js';
import { PrismaService } from '../prisma/index.js';

/** What may have changed; never how. */
export type ChangedTopic =
  | 'account-providers'
  | 'api-keys'
  | 'suspensions'
  | 'quotas'
  | 'connector-tokens'
  | 'tool-secrets'
  | 'sip-trunks'
  | 'hang-ups'
  | 'call-owners'
  | 'instances';

const CHANNEL = 'earshot_changes';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Notifies all instances on one database of changes (LISTEN and NOTIFY of PostgreSQL), so that they read again. Only a
 * hint: without it listeners must still become consistent, only later.
 */
@Injectable()
export class ChangeSignals implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Map<ChangedTopic, (() => void)[]>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private isClosed = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ChangeSignals.name);
  }

  /** A listener must return immediately and never throw. It is also called when notifications may have been missed. */
  on(topic: ChangedTopic, listener: () => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Notifies the others; call it after the commit. Returns immediately and never throws. */
  tell(topic: ChangedTopic): void {
    if (!this.config.database.listens) return;
    void this.prisma.$queryRaw`SELECT pg_notify(${CHANNEL}, ${topic})::text`.catch(() => undefined);
  }

  onApplicationBootstrap(): void {
    if (this.config.database.listens) void this.connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Never throws; retries a lost connection with backoff. */
  private async connect(): Promise<void> {
    const { url, connectTimeoutMs } = this.config.database;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.once('end', () => this.connectLater(client));
    client.on('notification', ({ payload }) => this.heard(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.attempts = 0;
      // Changes may have been missed before.
      for (const topic of this.listeners.keys()) this.heard(topic);
    } catch (err) {
      if (this.attempts === 1)
        this.logger.warn(
          { err },
          'change notifications are not connected: changes of other instances arrive late',
        );
      await client.end().catch(() => undefined);
      this.connectLater(client);
    }
  }

  private connectLater(lost: pg.Client): void {
    if (this.isClosed || this.client !== lost) return;
    this.client = undefined;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.attempts++);
    this.timer = setTimeout(() => void this.connect(), pauseMs).unref();
  }

  private heard(payload: string | undefined): void {
    // A newer release may use unknown topics.
    const listeners = this.listeners.get(payload as ChangedTopic) ?? [];
    for (const listener of listeners) listener();
  }
}
