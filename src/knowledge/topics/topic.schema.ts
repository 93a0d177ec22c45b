import { type Static, Type } from '@sinclair/typebox';
import { shape } from '../../http/openapi/index.js';

export const TopicSchema = shape('Topic', {
  id: Type.String(),
  name: Type.String(),
  content: Type.String(),
  actions: Type.String(),
  exampleQueries: shape('TopicQueries', { queries: Type.Array(Type.String()) }),
  isActive: Type.Boolean(),
});

export type TopicView = Static<typeof TopicSchema>;

export const TOPIC_EXAMPLE: TopicView = {
  id: 'top_4fJ2kQ9xN1bV7cR5tY8uHe',
  name: 'Breakfast',
  content: 'Breakfast is from seven to ten, on Sundays until eleven.',
  actions: 'Offer to book a table.',
  exampleQueries: { queries: ['When can I have breakfast?'] },
  isActive: true,
};
