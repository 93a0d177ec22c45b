import { newId } from '../../../src/common/ids/index.js';
import type { Prisma, PrismaClient } from '../../../src/generated/prisma/client.js';

export interface CallRecord {
  /** When the call ended, in seconds before now; it lasted one second. */
  readonly endedSecondsAgo: number;
  readonly crashed?: boolean;
  readonly apiErrors?: number;
  readonly functionErrors?: number;
  /** One agent turn per latency. */
  readonly heardMs?: readonly (number | null)[];
  readonly firstAudioMs?: number;
}

/** Writes the record of a call as the service does. */
export async function recordCall(
  prisma: PrismaClient,
  of: { readonly accountId: string; readonly agentId: string },
  { endedSecondsAgo, crashed, apiErrors, functionErrors, heardMs = [], firstAudioMs }: CallRecord,
): Promise<void> {
  const endedAt = new Date(Date.now() - endedSecondsAgo * 1_000);
  const startedAt = new Date(endedAt.getTime() - 1_000);
  const turns: Prisma.TurnCreateWithoutConversationInput[] = heardMs.map((latency, position) => ({
    id: newId('turn'),
    ...of,
    position,
    speaker: 'agent',
    startedAt,
    heardMs: latency,
    firstAudioMs,
  }));
  await prisma.conversation.create({
    data: {
      id: newId('conv'),
      ...of,
      sessionId: newId('sess'),
      target: 'sandbox',
      mode: 'end-to-end',
      adapter: 'test',
      instanceId: 'test',
      startedAt,
      endedAt,
      crashed,
      apiErrors,
      functionErrors,
      turns: { create: turns },
    },
  });
}
