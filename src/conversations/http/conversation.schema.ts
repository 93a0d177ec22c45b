import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { ANALYSIS_EXAMPLE, AnalysisSchema } from './analysis.schema.js';

/** Response schemas; the views are type-checked against them. */
const closed = { additionalProperties: false } as const;

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String();
const Time = Type.String({ format: 'date-time' });
const Milliseconds = Type.Integer({ minimum: 0 });
const Target = Type.Union(['draft' as const, ...ENVIRONMENTS].map((name) => Type.Literal(name)));

/** How a call came out. */
export const OUTCOMES = ['completed', 'failed', 'not-connected'] as const;

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
  connectorId: orNull(Text),
  variantId: orNull(Text),
  mode: Text,
  adapter: Text,
  callSid: orNull(Text),
  caller: orNull(Text),
  callee: orNull(Text),
  startedAt: Time,
  connectedAt: orNull(Time),
  endedAt: Type.Union([Time, Type.Null()], { description: 'Null while the call goes on.' }),
  durationMs: orNull(Milliseconds),
  endReason: orNull(Text),
  outcome: Type.Union([...OUTCOMES.map((outcome) => Type.Literal(outcome)), Type.Null()], {
    description: '`failed`: crashed; `not-connected`: no audio ever flowed. Null while the call goes on.',
  }),
  success: Type.Union([Type.Boolean(), Type.Null()], {
    description:
      'Whether the agent’s criterion of success was met; null where nobody asked or nobody can tell.',
  }),
  crashed: Type.Boolean({ description: 'The call ended by a fault of the service or the agent.' }),
  apiErrors: Type.Integer({ description: 'Faults of providers after which the call went on.' }),
  functionErrors: Type.Integer({ description: 'Faults of functions after which the call went on.' }),
};

const ConversationSchema = Type.Object(summary, { ...closed, title: 'Conversation' });

const Latency = Type.Object(
  {
    endOfTurnMs: orNull(Milliseconds),
    transcriptMs: orNull(Milliseconds),
    firstTokenMs: orNull(Milliseconds),
    firstAudioMs: orNull(Milliseconds),
    heardMs: orNull(Milliseconds),
  },
  {
    ...closed,
    title: 'TurnLatency',
    description: 'From the end of the caller’s speech until each stage of the reply was reached.',
  },
);

const Stages = Type.Object(
  {
    endpointingMs: orNull(Milliseconds),
    transcriptionMs: orNull(Milliseconds),
    thinkingMs: orNull(Milliseconds),
    synthesisMs: orNull(Milliseconds),
    deliveryMs: orNull(Milliseconds),
  },
  {
    ...closed,
    title: 'TurnStages',
    description: 'How long each stage took, counted from the latest stage before it that is known.',
  },
);

const ToolCallSchema = Type.Object(
  {
    id: Type.Union([Text, Type.Null()], { description: 'What the tool got as `Idempotency-Key`.' }),
    name: Text,
    at: Type.String({ format: 'date-time', description: 'When its outcome was known.' }),
    outcome: Type.Union(
      ['ok', 'error', 'timeout', 'unknown'].map((outcome) => Type.Literal(outcome)),
      {
        description: '`unknown`: it was cut off, and may have done its work.',
      },
    ),
    code: Type.Union([Text, Type.Null()], {
      description: 'Why it did not go well, for example `TOOL_TIMEOUT`.',
    }),
    arguments: Type.Union([Text, Type.Null()], {
      description: 'As the model wrote them, without secrets. Null where no text is stored.',
    }),
    answer: Type.Union([Text, Type.Null()], {
      description: 'What the model was told, without secrets. Null where no text is stored.',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status, where there was one.' }),
    attempts: Type.Union([Type.Integer(), Type.Null()], { description: 'Requests that were sent.' }),
    durationMs: orNull(Milliseconds),
  },
  { ...closed, title: 'ToolCallRecord' },
);

const TurnSchema = Type.Object(
  {
    id: Text,
    speaker: Type.Union([Type.Literal('caller'), Type.Literal('agent')]),
    text: Type.Union([Type.String(), Type.Null()], { description: 'Null where no text is stored.' }),
    startedAt: Time,
    endedAt: orNull(Time),
    interrupted: Type.Boolean(),
    latency: orNull(Latency),
    stages: orNull(Stages),
    toolCalls: Type.Array(ToolCallSchema, {
      description:
        'Tools that were called in this turn, or after it where that is not known; all of them are among the events.',
    }),
  },
  { ...closed, title: 'Turn' },
);

const EventSchema = Type.Object(
  {
    kind: Type.Union(
      ['tool-call', 'knowledge', 'transfer', 'dtmf', 'overlap', 'fault'].map((kind) => Type.Literal(kind)),
    ),
    at: Time,
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { ...closed, title: 'ConversationEvent' },
);

const Amount = Type.Optional(Type.Integer({ minimum: 0 }));

export const UsageSchema = Type.Object(
  {
    stage: Type.Union(['endToEnd', 'stt', 'llm', 'tts'].map((stage) => Type.Literal(stage))),
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
  {
    ...closed,
    title: 'ProviderUsage',
    description: 'What a provider did for the call. What it does not report is absent.',
  },
);

export const ConversationDetailSchema = Type.Object(
  {
    conversation: Type.Object(
      {
        ...summary,
        media: Type.Unknown({ description: 'What was measured of the audio; null where nothing was.' }),
        usage: Type.Array(UsageSchema),
        analysis: orNull(AnalysisSchema),
        audio: orNull(
          Type.Object(
            { url: Text, sizeBytes: Type.Integer() },
            { ...closed, title: 'RecordingInfo', description: 'The recording, where this instance has one.' },
          ),
        ),
        turns: Type.Array(TurnSchema),
        events: Type.Array(EventSchema),
      },
      { ...closed, title: 'ConversationDetail' },
    ),
  },
  { ...closed, title: 'OneConversation' },
);

export const ConversationListSchema = Type.Object(
  {
    conversations: Type.Array(ConversationSchema),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  closed,
);

export const ErasureSchema = Type.Object(
  {
    deleted: Type.Integer(),
    inProgress: Type.Integer({ description: 'Calls that go on, and were left alone.' }),
  },
  { ...closed, title: 'CallerErasure' },
);

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
  success: true,
  crashed: false,
  apiErrors: 0,
  functionErrors: 0,
};

export const CONVERSATION_DETAIL_EXAMPLE: ConversationDetailView = {
  ...CONVERSATION_EXAMPLE,
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
