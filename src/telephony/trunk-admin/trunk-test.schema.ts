import { Type } from '@sinclair/typebox';
import { orNull, shape, Timestamp } from '../../http/openapi/index.js';
import { OUTBOUND_REASONS } from '../dialling/reasons.js';
import type { TrunkHealthState } from '../servers/trunk-health.service.js';

const Milliseconds = Type.Integer({ minimum: 0 });

export const TrunkHealthSchema = shape('TrunkHealth', {
  state: Type.Union([Type.Literal('up'), Type.Literal('down')]),
  since: Timestamp,
  checkedAt: Timestamp,
  address: orNull(Type.String(), { description: 'Where it was asked.' }),
  status: orNull(Type.Integer(), { description: 'SIP status of the answer to OPTIONS.' }),
  roundTripMs: orNull(Milliseconds),
  reason: orNull(Type.String(), { description: 'Why it is down.' }),
});

export const healthView = (state: TrunkHealthState) => ({
  state: state.kind,
  since: state.since.toISOString(),
  checkedAt: state.checkedAt.toISOString(),
  address: state.address ?? null,
  status: state.status ?? null,
  roundTripMs: state.roundTripMs === undefined ? null : Math.round(state.roundTripMs),
  reason: state.reason ?? null,
});

const OUTCOMES = ['answered', ...Object.keys(OUTBOUND_REASONS)];

const TestCallSchema = shape('TrunkTestCall', {
  outcome: Type.Union(
    OUTCOMES.map((word) => Type.Literal(word)),
    { description: '`answered`, or why nobody did.' },
  ),
  ringingMs: orNull(Milliseconds, { description: 'From the INVITE to the first ringing.' }),
  answeredMs: orNull(Milliseconds, { description: 'From the INVITE to the answer.' }),
  codec: orNull(Type.String()),
  packetsReceived: orNull(Type.Integer(), {
    description: 'Of audio, in two seconds; 0 points to a firewall.',
  }),
  packetsLost: orNull(Type.Integer()),
});

export const TrunkTestSchema = shape('TrunkTest', {
  health: TrunkHealthSchema,
  call: orNull(TestCallSchema, { description: 'Null where none was asked for.' }),
});

export const TRUNK_TEST_EXAMPLE = {
  health: {
    state: 'up',
    since: '2026-05-04T09:00:00.000Z',
    checkedAt: '2026-05-04T09:00:00.000Z',
    address: '203.0.113.10',
    status: 200,
    roundTripMs: 12,
    reason: null,
  },
  call: {
    outcome: 'answered',
    ringingMs: 180,
    answeredMs: 2_400,
    codec: 'PCMU',
    packetsReceived: 100,
    packetsLost: 0,
  },
};
