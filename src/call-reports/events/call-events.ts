import { Injectable } from '@nestjs/common';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import {
  type ClaimedJob,
  conversationAlone,
  conversationWithForms,
  conversationWithParts,
  eventIdOf,
  formEventIdOf,
  JobStore,
} from '../../conversations/index.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import { analyzedCall } from './analyzed-call.js';
import { completedForms } from './completed-forms.js';
import { endedCall } from './ended-call.js';
import { startedCall } from './started-call.js';

export type CallEventJob = ClaimedJob<'started' | 'ended' | 'form_completed' | 'analyzed'>;

/** Of turns and events together. The middle of a longer conversation is left out. */
const MAX_EVENT_BYTES = 262_144;

/** Builds the webhook events of calls from their records. */
@Injectable()
export class CallEvents {
  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobStore,
    private readonly events: EventsService,
  ) {}

  /**
   * Records the events and removes the job in one transaction.
   * @throws when the database is unreachable
   */
  async record(job: CallEventJob): Promise<void> {
    const events = await this.prisma.$transaction(async (transaction) => {
      if (!(await this.jobs.finish(transaction, job))) return [];
      const { kind, ...of } = job;
      if (kind === 'form_completed') return this.recordForms(transaction, of);
      return [await this.recordOf(transaction, { kind, ...of })];
    });
    for (const event of events) if (event) this.events.announce(event);
  }

  /** The id derives from the call, so that a repeated job causes no second event. */
  private async recordOf(
    transaction: Prisma.TransactionClient,
    { conversationId, accountId, kind }: CallEventJob & { readonly kind: 'started' | 'ended' | 'analyzed' },
  ): Promise<RecordedWebhookEvent | undefined> {
    const data = await dataOf(transaction, conversationId, kind);
    if (!data) return undefined;
    return this.events.record(transaction, {
      id: eventIdOf(conversationId, kind),
      accountId,
      type: `conversation.${kind}`,
      data: plain(data),
    });
  }

  private async recordForms(
    transaction: Prisma.TransactionClient,
    { conversationId, accountId }: Omit<CallEventJob, 'kind'>,
  ): Promise<RecordedWebhookEvent[]> {
    const row = await conversationWithForms(transaction, conversationId);
    if (!row) return [];
    const { events, ...conversation } = row;
    const recorded: RecordedWebhookEvent[] = [];
    for (const { position, data } of completedForms(conversation, events)) {
      const id = formEventIdOf(conversationId, position);
      const type = 'conversation.form_completed';
      recorded.push(await this.events.record(transaction, { id, accountId, type, data: plain(data) }));
    }
    return recorded;
  }
}

async function dataOf(
  transaction: Prisma.TransactionClient,
  conversationId: string,
  kind: 'started' | 'ended' | 'analyzed',
): Promise<object | undefined> {
  if (kind === 'ended') {
    const whole = await conversationWithParts(transaction, { id: conversationId });
    // The call is still running: its instance was only out of contact.
    return whole && whole.endedAt !== null ? endedCall(whole, MAX_EVENT_BYTES) : undefined;
  }
  const row = await conversationAlone(transaction, conversationId);
  return row ? (kind === 'started' ? startedCall(row) : analyzedCall(row)) : undefined;
}

const plain = (data: object) => JSON.parse(JSON.stringify(data)) as Prisma.InputJsonObject;
