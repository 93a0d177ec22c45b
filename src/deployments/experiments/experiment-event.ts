import type { Prisma } from '../../common/prisma/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import type { EventsService, RecordedWebhookEvent } from '../../webhooks/index.js';
import { experimentView } from './experiment.js';

/** Records the webhook event of an ended experiment. @param row Final state, in the transaction that ended it. */
export function recordEnd(
  events: EventsService,
  transaction: Prisma.TransactionClient,
  row: ExperimentRow,
): Promise<RecordedWebhookEvent> {
  const data = { experiment: experimentView(row) } as unknown as Prisma.InputJsonObject;
  return events.record(transaction, { accountId: row.accountId, type: 'experiment.ended', data });
}
