import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { type Actor, fromDbEnvironment, refuseForeignEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { AppConfig } from '../../common/config/index.js';
import { conflict } from '../../common/errors/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { ConversationsService } from '../../conversations/index.js';
import { CallsService } from '../../calls/calls.service.js';

interface WantedRow {
  readonly conversationId: string;
  readonly sessionId: string;
}

/** Ends calls at the request of their account, on whichever instance they run. */
@Injectable()
export class HangUpsService extends PeriodicService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly conversations: ConversationsService,
    private readonly calls: CallsService,
    private readonly changes: ChangeSignals,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, config.calls.hangUpLookMs, logger, 'calls to hang up could not be read');
    changes.on('hang-ups', () => void this.job.wake());
  }

  /**
   * Requests the end of a call. No effect if it has ended.
   * @throws ApiError 403 for a call of an environment beyond the key's, 404 `CONVERSATIONS_NOT_FOUND`, 409
   * `CONVERSATION_NOT_A_CALL`
   */
  async ask(actor: Actor, conversationId: string): Promise<void> {
    const call = await this.conversations.require(actor, conversationId);
    if (call.environment !== null) {
      const name = fromDbEnvironment(call.environment);
      refuseForeignEnvironment(actor, name, `hang up a call of ${name}`);
    }
    if (call.mode === 'text') {
      throw conflict(
        'CONVERSATION_NOT_A_CALL',
        'This conversation is held in text: there is nothing to hang up.',
      );
    }
    if (call.endedAt !== null) return;
    await this.prisma.$transaction(async (transaction) => {
      const data = { conversationId, askedBy: actor.email };
      await transaction.hangUp.createMany({ data, skipDuplicates: true });
      await recordChange(transaction, actor, {
        action: 'call.hang-up',
        resourceId: conversationId,
        agentId: call.agentId,
      });
    });
    this.changes.tell('hang-ups');
    await this.run();
  }

  /** Ends the requested calls that this process runs, also those requested through another process. */
  protected async run(): Promise<void> {
    const sessions = this.calls.sessionIds();
    if (sessions.length === 0) return;
    const wanted = await this.prisma.$queryRaw<WantedRow[]>`
      SELECT conversation_id AS "conversationId", session_id AS "sessionId"
      FROM hang_ups JOIN conversations ON conversations.id = hang_ups.conversation_id
      WHERE session_id = ANY (${sessions}::text[])`;
    for (const { sessionId } of wanted) this.calls.endByOrder(sessionId);
    if (wanted.length === 0) return;
    await this.prisma.hangUp.deleteMany({
      where: { conversationId: { in: wanted.map(({ conversationId }) => conversationId) } },
    });
  }
}
