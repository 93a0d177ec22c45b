import { type Static, Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import { CALL_OUTCOMES } from '../conversation-record.js';
import { CommentSchema } from './comment.schema.js';
import { AnalysisSchema } from './analysis.schema.js';

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
  tags: Type.Array(Text, { description: 'Given by people.' }),
  unrecorded: orNull(oneOf(['storage-limit', 'record-size']), {
    description:
      'Why the record is incomplete: the account had reached its storage limit, or the record 3,000 turns and events or 500,000 characters. Null where it is complete.',
  }),
};

const Peaks = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }));

const ConversationSchema = shape('Conversation', {
  ...summary,
  waveform: orNull(shape('Waveform', { caller: Peaks, agent: Peaks }), {
    description:
      'How loud both sides are over the recording: 64 peaks of each at most, and more only if several instances carried the call. Null without a recording.',
  }),
});

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
  undoes: orNull(Text, { description: 'The `id` of the earlier call that it undid.' }),
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
  speaker: oneOf(['caller', 'agent', 'supervisor'], {
    description: '`supervisor`: a person who had taken the call over.',
  }),
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
    'claim',
    'form',
    'transfer',
    'dtmf',
    'overlap',
    'answer-discarded',
    'carry-on',
    'supervision',
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
    comments: Type.Array(CommentSchema, { description: 'Of people, the oldest first.' }),
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

export type ConversationView = Omit<ListedConversationView, 'waveform'>;
export type ListedConversationView = Static<typeof ConversationSchema>;
export type TurnView = Static<typeof TurnSchema>;
export type AnalysisView = Static<typeof AnalysisSchema>;
export type UsageView = Static<typeof UsageSchema>;
export type ToolCallView = Static<typeof ToolCallSchema>;
export type EventView = Static<typeof EventSchema>;
export type ConversationDetailView = Static<typeof ConversationDetailSchema>['conversation'];
