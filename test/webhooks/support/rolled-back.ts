// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { PrismaService } from '../../../src/common/prisma/index.js';
import { EventsService } from '../../../src/webhooks/index.js';

/** Records and announces an event in a transaction that is rolled back. @returns The event's id. */
export async function rollBack(
  app: INestApplication,
  event: Parameters<EventsService['record']>[1],
): Promise<string> {
  const events = app.get(EventsService, { strict: false });
  let id = '';
  const work = app.get(PrismaService, { strict: false }).$transaction(async (transaction) => {
    const recorded = await events.record(transaction, event);
    events.announce(recorded);
    ({ id } = recorded);
    throw new Error('rolled back');
  });
  await work.catch(() => undefined);
  return id;
}
