import { COMMENT_EXAMPLE } from './comment.schema.js';
import { ANALYSIS_EXAMPLE } from './analysis.schema.js';
import type {
  ConversationDetailView,
  ConversationView,
  ListedConversationView,
} from './conversation.schema.js';

const CONVERSATION_EXAMPLE: ConversationView = {
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
  tags: ['Opening hours'],
  unrecorded: null,
};

export const LISTED_CONVERSATION_EXAMPLE: ListedConversationView = {
  ...CONVERSATION_EXAMPLE,
  waveform: { caller: [0, 3, 96, 120], agent: [140, 90, 2, 0] },
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
  comments: [COMMENT_EXAMPLE],
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
          undoes: null,
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
