import { Injectable } from '@nestjs/common';
import type { Prisma } from '../../common/prisma/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import { EventsService, type RecordedEvent } from '../../webhooks/index.js';
import { experimentView } from './experiment.js';

@Injectable()
export class ExperimentEvents {
  constructor(private readonly events: EventsService) {}

  /** @param row Final state, in the transaction that ended it. */
  ended(transaction: Prisma.TransactionClient, row: ExperimentRow): Promise<RecordedEvent> {
    const data = { experiment: experimentView(row) } as unknown as Prisma.InputJsonObject;
    return this.events.record(transaction, { accountId: row.accountId, type: 'experiment.ended', data });
  }

  /** Has the event sent immediately, after the commit. */
  announce(event: RecordedEvent): void {
    this.events.announce(event);
  }
}
