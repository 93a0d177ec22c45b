import { Type } from '@sinclair/typebox';
import { OUTBOUND_REASONS } from './reasons.js';

const closed = { additionalProperties: false } as const;

const OUTBOUND_STATUSES = ['QUEUED', 'CALLING', 'SUCCESS', 'FAILURE'] as const;

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
  { ...closed, title: 'OutboundCallStatus' },
);

export const OUTBOUND_CALL_EXAMPLE = { callSid: 'call_5dF8gH2jK4lZ6xC9vB1nMq', status: 'QUEUED' };

export const OUTBOUND_STATUS_EXAMPLE = { ...OUTBOUND_CALL_EXAMPLE, status: 'FAILURE', reason: 'busy' };
