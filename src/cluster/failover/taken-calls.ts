import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { OwnershipRecords, type RunningCall } from '../ownership/running-call.js';
import { LiveCalls } from '../ownership/live-calls.js';

const LOOKS_PER_LEASE = 3;

/**
 * Drops calls that another instance has taken over. An idle call writes nothing, so it would not notice the takeover by
 * itself.
 */
@Injectable()
export class TakenCalls extends PeriodicService {
  constructor(
    private readonly records: OwnershipRecords,
    private readonly live: LiveCalls,
    changes: ChangeSignals,
    config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(
      runner,
      config.conversations.instanceLeaseMs / LOOKS_PER_LEASE,
      logger,
      'taken-over calls could not be read',
    );
    changes.on('call-owners', () => void this.job.wake());
  }

  /**
   * @returns The calls that remain here.
   * @throws when the database is unreachable
   */
  async letGo(): Promise<readonly RunningCall[]> {
    const calls = this.live.all();
    if (calls.length === 0) return calls;
    const taken = await this.records.takenOf(calls);
    for (const call of calls) if (taken.has(call.conversationId)) void call.end('moved');
    return calls.filter(({ ended }) => !ended);
  }

  protected run(): Promise<unknown> {
    return this.letGo();
  }
}
