import { type Static, Type } from '@sinclair/typebox';
import { shape, Timestamp } from '../../http/openapi/index.js';

export const CommentSchema = shape('ConversationComment', {
  id: Type.String(),
  text: Type.String(),
  createdBy: Type.String({ description: 'E-mail address of the person or of the key’s user.' }),
  createdAt: Timestamp,
});

export type CommentView = Static<typeof CommentSchema>;

export const COMMENT_EXAMPLE: CommentView = {
  id: 'cmt_8fK2mQ5xN1bV7cR4tY9uHe',
  text: 'Ask for the date of birth first.',
  createdBy: 'jo@example.com',
  createdAt: '2026-05-04T11:02:00.000Z',
};

export const TagsSchema = shape('ConversationTags', { tags: Type.Array(Type.String()) });
