import { type Static, Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../../common/openapi/index.js';
import { CALL_OUTCOMES } from '../conversation-record.js';
import { ANALYSIS_EXAMPLE, AnalysisSchema } from './analysis.schema.js';

const Text = Type.String();
const Milliseconds = Type.Integer({ minimum: 0 });
const Target = oneOf(['draft' as const, ...ENVIRONMENTS]);

const summary = {
  id: Text,
  accountId: Text,
  agentId: Text,
  sessionId: Type.String({ description: 'The signaling session that carried the call.' }),
  target: Target,
  deploymentId: orNull(Text),
  artifactVersion: orNull(Text),
  version: orNull(Text),
  rolloutId: orNull(Type.String({ description: 'The rollout that chose the version.' })),
  rolloutShare: orNull(
    Type.Number({ description: 'Percent of the calls that went to the new version when this one came in.' }),
  ),
  experimentId: orNull(Type.String({ description: 'The experiment that chose for the caller.' })),
  experimentArm: orNull(Type.String({ description: 'The arm that it chose.' })),
  connectorId: orNull(Text),
  variantId: orNull(Text),
  mode: Text,
  adapter: Text,
  callSid: orNull(Text),
  caller: orNull(Text),
  callee: orNull(Text),
  startedAt: Timestamp,
  connectedAt: orNull(Timestamp),
  endedAt: orNull(Timestamp, { description: 'Null while the call goes on.' }),
  durationMs: orNull(Milliseconds),
  endReason: orNull(Text),
  outcome: orNull(oneOf(CALL_OUTCOMES), {
    description:
      '`failed`: crashed, see `failure`; `not-connected`: no audio ever flowed. Null while the call goes on.',
  }),
  failure: orNull(
    shape('ConversationFailure', {
      code: Type.String({ description: 'A fault code, or the end reason as a code.' }),
      message: Type.String({ description: 'The same in words, with what a provider said of it.' }),
    }),
    { description: 'Why the outcome is `failed`; null otherwise.' },
  ),
  success: orNull(Type.Boolean(), {
    description:
      'Whether the agent’s criterion of success was met; null where nobody asked or nobody can tell.',
  }),
  summary: orNull(Text, { description: 'By the analysis after the call; null without one.' }),
  rating: orNull(Type.Integer({ minimum: 1, maximum: 5 }), {
    description: 'Stars that the caller gave it; null without a rating.',
  }),
  crashed: Type.Boolean({
    description:
      'The service or the agent did not do its part: it failed, or left the caller without an answer when the call ended.',
  }),
  apiErrors: Type.Integer({ description: 'Faults of providers after which the call went on.' }),
  functionErrors: Type.Integer({ description: 'Faults of functions after which the call went on.' }),
  unrecorded: orNull(oneOf(['storage-limit']), {
    description:
      'Why transcript and recording are incomplete: the account had reached its storage limit. Null where they are complete.',
  }),
};

const ConversationSchema = shape('Conversation', summary);

const Latency = shape(
  'TurnLatency',
  {
    endOfTurnMs: orNull(Milliseconds),
    transcriptMs: orNull(Milliseconds),
    firstTokenMs: orNull(Milliseconds),
    firstAudioMs: orNull(Milliseconds),
    heardMs: orNull(Milliseconds),
  },
  { description: 'From the end of the caller’s speech until each stage of the reply was reached.' },
);

const Stages = shape(
  'TurnStages',
  {
    endpointingMs: orNull(Milliseconds),
    transcriptionMs: orNull(Milliseconds),
    thinkingMs: orNull(Milliseconds),
    synthesisMs: orNull(Milliseconds),
    deliveryMs: orNull(Milliseconds),
  },
  { description: 'How long each stage took, counted from the latest stage before it that is known.' },
);

const ToolCallSchema = shape('ToolCallRecord', {
  id: orNull(Text, { description: 'What the tool got as `Idempotency-Key`.' }),
  name: Text,
  at: Type.String({ format: 'date-time', description: 'When its outcome was known.' }),
  outcome: oneOf(['ok', 'error', 'timeout', 'unknown'], {
    description: '`unknown`: it was cut off, and may have done its work.',
  }),
  code: orNull(Text, {
    description: 'Why it did not go well, for example `TOOL_TIMEOUT`.',
  }),
  arguments: orNull(Text, {
    description: 'As the model wrote them, without secrets. Null where no text is stored.',
  }),
  answer: orNull(Text, {
    description: 'What the model was told, without secrets. Null where no text is stored.',
  }),
  status: orNull(Type.Integer(), { description: 'HTTP status, where there was one.' }),
  attempts: orNull(Type.Integer(), { description: 'Requests that were sent.' }),
  durationMs: orNull(Milliseconds),
});

const TurnSchema = shape('Turn', {
  id: Text,
  speaker: oneOf(['caller', 'agent']),
  agentId: Type.Optional(
    Type.String({
      description:
        'The agent that had the caller then, where that is another than the one that was called: it took over.',
    }),
  ),
  text: orNull(Type.String(), { description: 'Null where no text is stored.' }),
  startedAt: Timestamp,
  endedAt: orNull(Timestamp),
  interrupted: Type.Boolean(),
  latency: orNull(Latency),
  stages: orNull(Stages),
  toolCalls: Type.Array(ToolCallSchema, {
    description:
      'Tools that were called in this turn, or after it where that is not known; all of them are among the events.',
  }),
});

const EventSchema = shape('ConversationEvent', {
  kind: oneOf([
    'tool-call',
    'knowledge',
    'form',
    'transfer',
    'dtmf',
    'overlap',
    'answer-discarded',
    'carry-on',
    'fault',
  ]),
  at: Timestamp,
  details: Type.Record(Type.String(), Type.Unknown()),
});

const Amount = Type.Optional(Type.Integer({ minimum: 0 }));

export const UsageSchema = shape(
  'ProviderUsage',
  {
    stage: oneOf(['endToEnd', 'stt', 'llm', 'tts', 'embeddings']),
    provider: Text,
    model: Text,
    inputTokens: Type.Optional(
      Type.Integer({ minimum: 0, description: 'All of them, with those that were remembered or sound.' }),
    ),
    cachedTokens: Amount,
    audioInputTokens: Amount,
    outputTokens: Amount,
    audioOutputTokens: Amount,
    audioMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Sound that was understood.' })),
    characters: Type.Optional(Type.Integer({ minimum: 0, description: 'Characters that were spoken.' })),
  },
  { description: 'What a provider did for the call. What it does not report is absent.' },
);

export const ConversationDetailSchema = shape('OneConversation', {
  conversation: shape('ConversationDetail', {
    ...summary,
    metadata: orNull(Type.Record(Type.String(), Type.Unknown()), {
      description: 'What an outbound call was ordered with; null for other calls.',
    }),
    media: Type.Unknown({ description: 'What was measured of the audio; null where nothing was.' }),
    usage: Type.Array(UsageSchema),
    analysis: orNull(AnalysisSchema),
    audio: orNull(
      shape(
        'RecordingInfo',
        { url: Text, sizeBytes: Type.Integer() },
        {
          description:
            'The recording, where this instance has one. Of a call that several instances carried: the parts that this one can reach, one after the other.',
        },
      ),
    ),
    turns: Type.Array(TurnSchema),
    events: Type.Array(EventSchema),
  }),
});

export const ConversationListSchema = responseShape({
  conversations: Type.Array(ConversationSchema),
  nextCursor: NextCursor,
});

export const ErasureSchema = shape('CallerErasure', {
  deleted: Type.Integer(),
  inProgress: Type.Integer({ description: 'Calls that go on, and were left alone.' }),
});

export type ConversationView = Static<typeof ConversationSchema>;
export type TurnView = Static<typeof TurnSchema>;
export type AnalysisView = Static<typeof AnalysisSchema>;
export type UsageView = Static<typeof UsageSchema>;
export type ToolCallView = Static<typeof ToolCallSchema>;
export type EventView = Static<typeof EventSchema>;
export type ConversationDetailView = Static<typeof ConversationDetailSchema>['conversation'];

export const CONVERSATION_EXAMPLE: ConversationView = {
  id: 'conv_3kT9wLq2Zx7BvN5mR8pYcD',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  sessionId: 'sess_9bV4nM7kJ2hG5fD8sA1qWe',
  target: 'live',
  deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  artifactVersion: 'art_5gD8sK2jF4hL7qW1eR9tYu',
  version: '9f86d081884c7d659a2feaa0c55ad015',
  rolloutId: null,
  rolloutShare: null,
  experimentId: null,
  experimentArm: null,
  connectorId: 'con_6hJ9lZ3xC5vB8nM1qW4eRt',
  variantId: null,
  mode: 'traditional',
  adapter: 'starter',
  callSid: null,
  caller: '+441632960001',
  callee: null,
  startedAt: '2026-05-04T09:30:00.000Z',
  connectedAt: '2026-05-04T09:30:00.420Z',
  endedAt: '2026-05-04T09:31:10.000Z',
  durationMs: 70_000,
  endReason: 'client-closed',
  outcome: 'completed',
  failure: null,
  success: true,
  summary: 'The caller asked when the shop is open.',
  rating: 5,
  crashed: false,
  apiErrors: 0,
  functionErrors: 0,
  unrecorded: null,
};

export const CONVERSATION_DETAIL_EXAMPLE: ConversationDetailView = {
  ...CONVERSATION_EXAMPLE,
  metadata: null,
  media: { packetsReceived: 3_500, packetsLost: 2, jitterMs: 4 },
  usage: [
    { stage: 'llm', provider: 'openai', model: 'gpt-4.1-mini', inputTokens: 1_900, outputTokens: 140 },
    { stage: 'tts', provider: 'openai', model: 'gpt-4o-mini-tts', characters: 610 },
  ],
  analysis: ANALYSIS_EXAMPLE,
  audio: { url: '/v1/conversations/conv_3kT9wLq2Zx7BvN5mR8pYcD/audio', sizeBytes: 280_000 },
  turns: [
    {
      id: 'turn_2sD5fG8hJ1kL4zX7cV0bNm',
      speaker: 'agent',
      text: 'We are open from nine to five.',
      startedAt: '2026-05-04T09:30:06.000Z',
      endedAt: '2026-05-04T09:30:08.000Z',
      interrupted: false,
      latency: { endOfTurnMs: 300, transcriptMs: 350, firstTokenMs: 600, firstAudioMs: 700, heardMs: 720 },
      stages: { endpointingMs: 300, transcriptionMs: 50, thinkingMs: 250, synthesisMs: 100, deliveryMs: 20 },
      toolCalls: [
        {
          id: 'tcall_8hJ2kL5zX9cV3bN6mQ1wEr',
          name: 'opening_hours',
          at: '2026-05-04T09:30:05.700Z',
          outcome: 'ok',
          code: null,
          arguments: '{"day":"Monday"}',
          answer: '{"from":"09:00","to":"17:00"}',
          status: 200,
          attempts: 1,
          durationMs: 120,
        },
      ],
    },
  ],
  events: [
    {
      kind: 'tool-call',
      at: '2026-05-04T09:30:05.700Z',
      details: {
        id: 'tcall_8hJ2kL5zX9cV3bN6mQ1wEr',
        turnId: 'turn_2sD5fG8hJ1kL4zX7cV0bNm',
        name: 'opening_hours',
        outcome: 'ok',
        arguments: '{"day":"Monday"}',
        answer: '{"from":"09:00","to":"17:00"}',
        status: 200,
        attempts: 1,
        durationMs: 120,
      },
    },
  ],
};
