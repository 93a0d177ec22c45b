import { Injectable } from '@nestjs/common';
import { recordChange } from '../../audit/index.js';
import type { Actor } from '../../common/access/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { ConversationComment } from '../../generated/prisma/client.js';
import { ConversationsService } from '../conversations.service.js';

/** A few more if they are added at once. */
export const MOST_COMMENTS = 100;

/** Comments and tags. The audit log omits their text: it may name the caller, and erasure does not change the log. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly conversations: ConversationsService,
  ) {}

  /** @throws ApiError as `ConversationsService.requireToChange`, 409 `COMMENT_LIMIT_REACHED` */
  async add(actor: Actor, conversationId: string, text: string): Promise<ConversationComment> {
    const { agentId } = await this.conversations.requireToChange(actor, conversationId, 'comment on');
    const { accountId, email } = actor;
    return this.prisma.$transaction(async (transaction) => {
      if ((await transaction.conversationComment.count({ where: { conversationId } })) >= MOST_COMMENTS) {
        throw conflict(
          'COMMENT_LIMIT_REACHED',
          `A conversation has ${MOST_COMMENTS} comments at most: delete one first.`,
        );
      }
      const data = { id: newId('cmt'), conversationId, accountId, createdBy: email, text };
      const comment = await transaction.conversationComment.create({ data });
      await recordChange(transaction, actor, {
        action: 'conversation.comment',
        resourceId: conversationId,
        agentId,
      });
      return comment;
    });
  }

  /** @throws ApiError as `ConversationsService.requireToChange`, 404 `COMMENT_NOT_FOUND` */
  async remove(actor: Actor, conversationId: string, id: string): Promise<void> {
    const { agentId } = await this.conversations.requireToChange(actor, conversationId, 'comment on');
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.conversationComment.deleteMany({ where: { id, conversationId } });
      if (count === 0) throw notFound('COMMENT_NOT_FOUND', 'No such comment.');
      await recordChange(transaction, actor, {
        action: 'conversation.delete_comment',
        resourceId: conversationId,
        agentId,
      });
    });
  }

  /** @throws ApiError as `ConversationsService.requireToChange` */
  async tag(actor: Actor, conversationId: string, tags: readonly string[]): Promise<void> {
    const { agentId } = await this.conversations.requireToChange(actor, conversationId, 'tag');
    await this.prisma.$transaction(async (transaction) => {
      await transaction.conversation.update({ where: { id: conversationId }, data: { tags: [...tags] } });
      await recordChange(transaction, actor, {
        action: 'conversation.tag',
        resourceId: conversationId,
        agentId,
      });
    });
  }
}
