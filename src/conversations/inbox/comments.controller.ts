import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { COMMENT_EXAMPLE, CommentSchema, TagsSchema } from '../http/comment.schema.js';
import { conversationNotFound } from '../http/conversation.operations.js';
import { commentView } from '../http/conversation.view.js';
import { CommentDto, TagsDto } from './comment.dto.js';
import { CommentsService, MOST_COMMENTS } from './comments.service.js';

const writes = {
  scope: 'conversations:write',
  limits: { agents: 'own', environments: 'own' },
} as const;

/** What people add to the record of a conversation. */
@ApiTags('Conversations')
@Controller('v1/conversations/:conversationId')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Post('comments')
  @Operation({
    ...writes,
    id: 'conversations.comment',
    summary: 'Comment on a conversation',
    description: 'For the people of the account: callers and agents never see comments.',
    status: 201,
    body: { dto: CommentDto, example: { text: 'Ask for the date of birth first.' } },
    response: { schema: CommentSchema, example: COMMENT_EXAMPLE },
    addsBytes: true,
    errors: {
      404: conversationNotFound,
      409: {
        COMMENT_LIMIT_REACHED: `A conversation has ${MOST_COMMENTS} comments at most: delete one first.`,
      },
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Body() { text }: CommentDto,
  ) {
    return commentView(await this.comments.add(actor, id, text));
  }

  @Delete('comments/:commentId')
  @Operation({
    ...writes,
    id: 'conversations.delete-comment',
    summary: 'Delete a comment on a conversation',
    errors: { 404: { ...conversationNotFound, COMMENT_NOT_FOUND: 'No such comment.' } },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Param('commentId') commentId: string,
  ): Promise<void> {
    await this.comments.remove(actor, id, commentId);
  }

  @Put('tags')
  @Operation({
    ...writes,
    id: 'conversations.tag',
    summary: 'Set the tags of a conversation',
    description:
      'Replaces all of them; an empty list removes them. The list of conversations finds them by `tag`.',
    body: { dto: TagsDto, example: { tags: ['Toothache', 'New patient'] } },
    response: { schema: TagsSchema, example: { tags: ['Toothache', 'New patient'] } },
    errors: { 404: conversationNotFound },
  })
  async tag(@CurrentActor() actor: Actor, @Param('conversationId') id: string, @Body() { tags }: TagsDto) {
    await this.comments.tag(actor, id, tags);
    return { tags };
  }
}
