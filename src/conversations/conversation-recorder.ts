import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { InstanceLease, Instances } from '../cluster/index.js';
import { AppConfig } from '../common/config/index.js';
import { JobRunner, PeriodicService } from '../jobs/index.js';
import { AccountStorage } from '../quotas/index.js';
import type { ConversationRecord, NewConversation, ResumedConversation } from './conversation-record.js';
import { CallOwnership } from './ownership/call-ownership.js';
import { hasOpenCalls, LostInstances } from './ownership/lost-instances.js';
import { OpenConversation } from './open-conversation.js';
import { JOURNAL_MAX_BYTES } from './record-options.js';
import { WriteBehind, type WriteBehindStatistics } from './write-behind.js';

/** Renewals per lease, so that two may fail. */
const RENEWALS_PER_LEASE = 4;
/** Retry delay after a failed renewal: calls may be muted until one succeeds. */
const RETRY_MS = 1_000;
/** How long a stopping process keeps trying to write the last records. */
const SHUTDOWN_FLUSH_MS = 5_000;

/** Creates the records of calls, and closes those of processes that died. */
@Injectable()
export class ConversationRecorder extends PeriodicService {
  private retry: NodeJS.Timeout | undefined;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly writeBehind: WriteBehind,
    private readonly lease: InstanceLease,
    private readonly lostInstances: LostInstances,
    private readonly ownership: CallOwnership,
    private readonly instances: Instances,
    private readonly storage: AccountStorage,
    private readonly config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(
      runner,
      config.conversations.instanceLeaseMs / RENEWALS_PER_LEASE,
      logger,
      'instance lease could not be renewed',
    );
  }

  /** Creates a record, or resumes one. Returns immediately and never throws; rows are written in the background. */
  begin(details: NewConversation, resumed?: ResumedConversation): ConversationRecord {
    const { storeText } = this.config.conversations;
    const options = {
      instanceId: this.lease.instanceId,
      storeText: storeText && details.storeText !== false,
      isFull: () => this.storage.isFull(details.accountId),
      seal: (state: string, id: string) => this.ownership.seal(state, id),
      journalMaxBytes: JOURNAL_MAX_BYTES,
      ...(resumed && { resumed }),
    };
    return new OpenConversation(details, options, this.writeBehind);
  }

  statistics(): WriteBehindStatistics {
    return this.writeBehind.statistics();
  }

  /** Tries once to take the lease before the first call; the service starts without the database, too. */
  override async onApplicationBootstrap(): Promise<void> {
    await this.job.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.ending;
    await this.writeBehind.close(SHUTDOWN_FLUSH_MS);
    // Without the database the lease simply expires.
    await this.lease.release(hasOpenCalls('i.id')).catch(() => undefined);
  }

  protected override onFailure(error: unknown): void {
    super.onFailure(error);
    this.retry = setTimeout(() => void this.job.wake(), RETRY_MS).unref();
  }

  protected async run(): Promise<void> {
    clearTimeout(this.retry);
    await this.lease.renew();
    if (this.lease.watch.knowsOthers) await this.instances.alive();
    // Not awaited: it may wait for locks, e.g. of a process that lost its connection in the middle of a transaction.
    this.ending ??= this.endLost().finally(() => (this.ending = undefined));
  }

  private async endLost(): Promise<void> {
    try {
      const ended = await this.lostInstances.endConversations();
      if (ended > 0) this.logger.warn({ conversations: ended }, 'ended the conversations of lost instances');
    } catch (err) {
      this.logger.warn({ err }, 'conversations of lost instances could not be ended');
    }
  }
}
