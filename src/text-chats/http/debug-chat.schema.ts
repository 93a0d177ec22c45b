import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

const FunctionEventSchema = Type.Object(
  {
    name: Type.String(),
    arguments: Type.Record(Type.String(), Type.Unknown()),
    output: Type.Union([Type.String(), Type.Null()], {
      description: 'What the tool answered, at most 2,000 characters of it.',
    }),
    outcome: Type.Union([
      Type.Literal('ok'),
      Type.Literal('error'),
      Type.Literal('timeout'),
      Type.Literal('unknown'),
      Type.Null(),
    ]),
    durationMs: Type.Union([Type.Integer(), Type.Null()]),
  },
  { ...closed, title: 'FunctionEvent' },
);

const RetrievedTopicSchema = Type.Object(
  { id: Type.String(), name: Type.String(), title: Type.String() },
  { ...closed, title: 'RetrievedTopic' },
);

const MetadataSchema = Type.Object(
  {
    greeting: Type.String({ description: 'What the agent said first, where the conversation begins.' }),
    functionEvents: Type.Array(FunctionEventSchema, { description: 'The tools that were called.' }),
    retrievedTopics: Type.Array(RetrievedTopicSchema, { description: 'What the answer could rest on.' }),
    durationMs: Type.Integer(),
    warnings: Type.Array(
      Type.Object({ code: Type.String(), message: Type.String() }, { ...closed, title: 'DebugChatWarning' }),
      { description: 'What is otherwise in a call.' },
    ),
  },
  { ...closed, title: 'DebugChatMetadata' },
);

export const DebugChatSchema = Type.Object(
  {
    conversationId: Type.String({ description: 'Also of its record, at `GET /v1/conversations/{id}`.' }),
    userInput: Type.String(),
    response: Type.String({ description: 'What the agent said; empty where it kept silent.' }),
    metadata: MetadataSchema,
    conversationEnded: Type.Boolean({ description: 'The agent hung up.' }),
    delayedResponse: Type.Boolean({ description: 'Always false: answers are whole.' }),
  },
  { ...closed, title: 'DebugChat' },
);

export type DebugChatView = Static<typeof DebugChatSchema>;

export const DEBUG_CHAT_EXAMPLE: DebugChatView = {
  conversationId: 'conv_3kT9wLq2Zx7BvN5mR8pYcD',
  userInput: 'When are you open?',
  response: 'From nine to five.',
  metadata: {
    greeting: '',
    functionEvents: [
      {
        name: 'opening_hours',
        arguments: { day: 'monday' },
        output: '{"from":"9:00","to":"17:00"}',
        outcome: 'ok',
        durationMs: 84,
      },
    ],
    retrievedTopics: [],
    durationMs: 912,
    warnings: [],
  },
  conversationEnded: false,
  delayedResponse: false,
};
