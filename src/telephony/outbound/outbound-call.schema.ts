import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { NextCursor, oneOf, orNull, shape, Timestamp } from '../../common/openapi/index.js';
import { OUTBOUND_REASONS } from '../dialling/reasons.js';

const closed = { additionalProperties: false } as const;

export const OUTBOUND_STATUSES = ['QUEUED', 'CALLING', 'SUCCESS', 'FAILURE'] as const;

const Status = Type.Union(
  OUTBOUND_STATUSES.map((word) => Type.Literal(word)),
  { description: '`SUCCESS` as soon as somebody has answered.' },
);

const reasons = Object.entries(OUTBOUND_REASONS)
  .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
  .join(' ');

export const OutboundCallSchema = Type.Object(
  { callSid: Type.String(), status: Status },
  { ...closed, title: 'OutboundCall' },
);

export const OutboundCallStatusSchema = Type.Object(
  {
    callSid: Type.String(),
    status: Status,
    reason: Type.Optional(
      Type.Union(
        Object.keys(OUTBOUND_REASONS).map((word) => Type.Literal(word)),
        { description: `Of a failure, or why an order waits. ${reasons}` },
      ),
    ),
  },
  { ...closed, title: 'OutboundCallReport' },
);

export const OUTBOUND_CALL_EXAMPLE = { callSid: 'call_5dF8gH2jK4lZ6xC9vB1nMq', status: 'QUEUED' };

export const OUTBOUND_STATUS_EXAMPLE = { ...OUTBOUND_CALL_EXAMPLE, status: 'FAILURE', reason: 'busy' };

const ListedSchema = shape('ListedOutboundCall', {
  callSid: Type.String(),
  agentId: Type.String(),
  environment: oneOf(ENVIRONMENTS),
  toNumber: Type.String(),
  fromNumber: Type.String(),
  trunkId: Type.String(),
  variantId: orNull(Type.String()),
  status: Status,
  reason: orNull(Type.String({ description: 'As `GET …/status` gives it.' })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  answeredAt: orNull(Timestamp),
  endedAt: orNull(Timestamp),
  conversationId: orNull(Type.String({ description: 'Once somebody has answered.' })),
});

export const outboundCallList = {
  schema: shape('OutboundCallList', { outboundCalls: Type.Array(ListedSchema), nextCursor: NextCursor }),
  example: {
    outboundCalls: [
      {
        ...OUTBOUND_STATUS_EXAMPLE,
        agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
        environment: 'live',
        toNumber: '+442079460123',
        fromNumber: '+442079460000',
        trunkId: 'trk_5dF8gH2jK4lZ6xC9vB1nMq',
        variantId: null,
        createdAt: '2026-05-04T09:30:00.000Z',
        expiresAt: '2026-05-04T10:30:00.000Z',
        answeredAt: null,
        endedAt: '2026-05-04T09:30:41.000Z',
        conversationId: null,
      },
    ],
  },
};
