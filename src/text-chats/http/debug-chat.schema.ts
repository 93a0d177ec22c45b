import { type Static, Type } from '@sinclair/typebox';
import { oneOf, orNull, shape } from '../../http/openapi/index.js';

const FunctionEventSchema = shape('FunctionEvent', {
  name: Type.String(),
  arguments: Type.Record(Type.String(), Type.Unknown()),
  output: orNull(Type.String(), {
    description: 'What the tool answered, at most 2,000 characters of it.',
  }),
  outcome: orNull(oneOf(['ok', 'error', 'timeout', 'unknown'])),
  durationMs: orNull(Type.Integer()),
});

const RetrievedTopicSchema = shape('RetrievedTopic', {
  id: Type.String(),
  name: Type.String(),
  title: Type.String(),
});

const NONE = 'For clients of the hosted platform. Empty here.';
const AnyObject = Type.Record(Type.String(), Type.Unknown(), { description: NONE });

/** Fields of the hosted platform that Earshot does not have. */
export const NOT_HERE = { state: {}, currentNode: null, nodeTrace: [], metrics: {} };

const MetadataSchema = shape('DebugChatMetadata', {
  greeting: Type.String({ description: 'What the agent said first, where the conversation begins.' }),
  functionEvents: Type.Array(FunctionEventSchema, { description: 'The tools that were called.' }),
  retrievedTopics: Type.Array(RetrievedTopicSchema, { description: 'What the answer could rest on.' }),
  durationMs: Type.Integer(),
  state: AnyObject,
  currentNode: orNull(Type.String(), { description: NONE }),
  nodeTrace: Type.Array(Type.String(), { description: NONE }),
  metrics: AnyObject,
  variables: Type.Array(
    shape('DebugChatVariable', {
      name: Type.String({ description: 'As between the braces: `caller`, `call.name`.' }),
      value: orNull(Type.String(), { description: 'What stands in its places.' }),
      defaulted: Type.Boolean({ description: 'Nothing brought a value: it is the default of the text.' }),
      used: Type.Boolean({ description: 'A text of the agent has a place for it.' }),
    }),
    { description: 'Variables of the agent, and what was given besides, as they were for this answer.' },
  ),
  warnings: Type.Array(shape('DebugChatWarning', { code: Type.String(), message: Type.String() }), {
    description: 'What is otherwise in a call.',
  }),
});

export const DebugChatSchema = shape('DebugChat', {
  conversationId: Type.String({ description: 'Also of its record, at `GET /v1/conversations/{id}`.' }),
  userInput: Type.String(),
  response: Type.String({ description: 'What the agent said; empty where it kept silent.' }),
  metadata: MetadataSchema,
  conversationEnded: Type.Boolean({ description: 'The agent hung up.' }),
  delayedResponse: Type.Boolean({ description: 'Always false: answers are whole.' }),
});

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
    ...NOT_HERE,
    variables: [{ name: 'call.name', value: 'Ada', defaulted: false, used: true }],
    warnings: [],
  },
  conversationEnded: false,
  delayedResponse: false,
};
