import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS, fromDbEnvironment } from '../../common/access/index.js';
import { NextCursor, oneOf, orNull, shape, Timestamp } from '../../http/openapi/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { VERDICTS } from '../dialling/answering-machine/machine-detector.js';
import { OUTBOUND_REASONS } from '../dialling/reasons.js';

const closed = { additionalProperties: false } as const;

export const OUTBOUND_STATUSES = ['QUEUED', 'CALLING', 'SUCCESS', 'FAILURE'] as const;

const Status = Type.Union(
  OUTBOUND_STATUSES.map((word) => Type.Literal(word)),
  { description: '`SUCCESS` as soon as somebody has answered.' },
);

const SIP_STATUS = 'The final response of the trunk to its INVITE (RFC 3261, 21), where there was one.';

const AnsweredBy = Type.Union(
  VERDICTS.map((word) => Type.Literal(word)),
  {
    description:
      'Who answered, where `answeringMachine` had it found out; `unknown`: a person, a call screener or a menu.',
  },
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
    sipStatus: Type.Optional(Type.Integer({ description: SIP_STATUS })),
    answeredBy: Type.Optional(AnsweredBy),
  },
  { ...closed, title: 'OutboundCallReport' },
);

export const OUTBOUND_CALL_EXAMPLE = { callSid: 'call_5dF8gH2jK4lZ6xC9vB1nMq', status: 'QUEUED' };

export const OUTBOUND_STATUS_EXAMPLE = {
  ...OUTBOUND_CALL_EXAMPLE,
  status: 'FAILURE',
  reason: 'busy',
  sipStatus: 486,
};

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
  sipStatus: orNull(Type.Integer()),
  answeredBy: orNull(oneOf(VERDICTS)),
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
        answeredBy: null,
        answeredAt: null,
        endedAt: '2026-05-04T09:30:41.000Z',
        conversationId: null,
      },
    ],
  },
};

/** An outbound call in lists and webhooks. */
export function outboundCallView(row: Omit<OutboundCall, 'metadata'>, conversationId: string | undefined) {
  const { agentId, toNumber, fromNumber, trunkId, variantId, status, reason, sipStatus, answeredBy } = row;
  return {
    callSid: row.id,
    agentId,
    environment: fromDbEnvironment(row.environment),
    ...{ toNumber, fromNumber, trunkId, variantId, status, reason, sipStatus, answeredBy },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    conversationId: conversationId ?? null,
  };
}
