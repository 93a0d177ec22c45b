import { newId } from '../../../src/common/ids/index.js';
import type { PrismaClient } from '../../../src/generated/prisma/client.js';

const HOUR_MS = 3_600_000;

/** An endpoint's responses per attempt, and how many hours ago. */
const DELIVERIES: readonly { readonly hoursAgo: number; readonly answers: readonly number[] }[] = [
  { hoursAgo: 3, answers: [204] },
  { hoursAgo: 9, answers: [204] },
  { hoursAgo: 26, answers: [503, 503, 204] },
  { hoursAgo: 50, answers: [204] },
  { hoursAgo: 74, answers: [410] },
  { hoursAgo: 75, answers: [204] },
  { hoursAgo: 120, answers: [500, 204] },
  { hoursAgo: 170, answers: [204] },
];

const outcomeOf = (status: number) =>
  status < 300 ? 'delivered' : status === 410 ? 'gone' : ('retryable' as const);

/** Events sent to the endpoint in the last week. */
export async function seedDeliveries(
  prisma: PrismaClient,
  accountId: string,
  endpointId: string,
): Promise<void> {
  for (const { hoursAgo, answers } of DELIVERIES) {
    const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
    const attempts = answers.map((statusCode, at) => ({
      ...{ number: at + 1, statusCode, outcome: outcomeOf(statusCode), durationMs: 84 + at * 31 },
      startedAt: new Date(createdAt.getTime() + at * 60_000),
    }));
    await prisma.webhookDelivery.create({
      data: {
        id: newId('dlv'),
        status: (answers.at(-1) ?? 0) < 300 ? 'delivered' : 'failed',
        ...{ attemptCount: answers.length, roundCount: answers.length, nextAttemptAt: null },
        ...{ createdAt, finishedAt: attempts.at(-1)?.startedAt ?? createdAt },
        endpoint: { connect: { id: endpointId } },
        event: {
          create: { id: newId('evt'), accountId, type: 'alerts.triggered', body: '{}', createdAt },
        },
        attempts: { create: attempts },
      },
    });
  }
}
