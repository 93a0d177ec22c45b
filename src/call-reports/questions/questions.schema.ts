import { type Static, Type } from '@sinclair/typebox';
import { shape, Timestamp } from '../../http/openapi/index.js';

const Times = Type.Integer({ minimum: 1 });

export const QuestionsReportSchema = shape('QuestionsReport', {
  from: Timestamp,
  to: Timestamp,
  isGrouped: Type.Boolean({
    description:
      'Whether questions of the same meaning are one. Not yet while they are compared for the first time: ask again in ' +
      'some seconds. Never without a model for embeddings; the local one understands English.',
  }),
  unanswered: Type.Array(
    shape('UnansweredQuestion', {
      agentId: Type.String(),
      question: Type.String({ description: 'In the caller’s words.' }),
      times: Times,
      examples: Type.Array(Type.String(), { description: 'Other words for it.' }),
      conversationId: Type.String({ description: 'The latest conversation with it.' }),
    }),
    { description: 'What the agents’ knowledge had no answer to, the most frequent first.' },
  ),
  topics: Type.Array(shape('AskedTopic', { agentId: Type.String(), title: Type.String(), calls: Times }), {
    description: 'What the agents’ knowledge answered, in how many calls, the most frequent first.',
  }),
});

export type QuestionsReport = Static<typeof QuestionsReportSchema>;

const agentId = 'agent_5Kd3fNqB8sVtYw2Rj7LxPm';

export const QUESTIONS_REPORT_EXAMPLE: QuestionsReport = {
  from: '2026-05-01T00:00:00.000Z',
  to: '2026-05-08T00:00:00.000Z',
  isGrouped: true,
  unanswered: [
    {
      agentId,
      question: 'Can I pay in instalments?',
      times: 11,
      examples: ['Do you have a payment plan for an implant?'],
      conversationId: 'conv_2Hd9fKqB8sVtYw3Rj7LxPm',
    },
  ],
  topics: [{ agentId, title: 'Opening hours', calls: 42 }],
};
