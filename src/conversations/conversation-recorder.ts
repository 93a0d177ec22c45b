import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../common/config/index.js';
import { PeriodicService } from '../common/periodic/index.js';
import type { ConversationRecord, NewConversation } from './conversation-record.js';
import { InstanceLease } from './instance-lease.js';
import { LostInstances } from './lost-instances.js';
import { OpenConversation } from './open-conversation.js';
import { WriteBehind, type WriteBehindStatistics } from './write-behind.js';

/** Renewals within one lease, so that one or two may fail. */
const RENEWALS_PER_LEASE = 3;

/** Creates the records of calls, and closes those of processes that died. */
@Injectable()
export class ConversationRecorder extends PeriodicService {
  constructor(
    private readonly writeBehind: WriteBehind,
    private readonly lease: InstanceLease,
    private readonly lostInstances: LostInstances,
    private readonly config: AppConfig,
    logger: PinoLogger,
  ) {
    super(config.conversations.instanceLeaseMs / RENEWALS_PER_LEASE, logger, 'instance lease not renewed');
  }

  /** Creates a record. Returns at once and never throws; the row is written in the background. */
  begin(details: NewConversation): ConversationRecord {
    const storeText = this.config.conversations.storeText && details.storeText !== false;
    return new OpenConversation(details, this.lease.instanceId, storeText, this.writeBehind);
  }

  statistics(): WriteBehindStatistics {
    return this.writeBehind.statistics();
  }

  /** Tries once to take the lease before there are calls; without the database the service starts anyway. */
  override async onApplicationBootstrap(): Promise<void> {
    await this.job.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.writeBehind.close(this.config.conversations.shutdownFlushMs);
    // Without the database the lease simply expires.
    await this.lease.release().catch(() => undefined);
  }

  protected async run(): Promise<void> {
    await this.lease.renew();
    const ended = await this.lostInstances.endConversations();
    if (ended > 0) this.logger.warn({ conversations: ended }, 'ended the conversations of lost instances');
  }
}
