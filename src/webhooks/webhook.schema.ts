import { Type } from '@sinclair/typebox';
import { EVENT_TYPES } from './events/event-types.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';

/** Response schemas for the OpenAPI document. */
const NumberOrNull = orNull(Type.Integer());
const nextCursor = { next_cursor: NextCursor };

const endpointFields = {
  id: Type.String({ pattern: '^whe_[A-Za-z0-9]+$' }),
  name: Type.String(),
  url: Type.String({ format: 'uri' }),
  enabled: Type.Boolean(),
  event_types: Type.Array(oneOf(EVENT_TYPES)),
  timeout_ms: Type.Integer({ minimum: 1_000, maximum: 30_000 }),
  created_at: Timestamp,
  updated_at: Timestamp,
  headers: Type.Record(Type.String(), Type.String()),
};

const EndpointSchema = shape('WebhookEndpoint', endpointFields);
const SecretSchema = Type.String({ description: 'Signs deliveries. It is shown this once.' });

const ENDPOINT = {
  id: 'whe_3kD9sL2mN8bV4cX7zQ1wEr',
  name: 'Pager',
  url: 'https://hooks.example.com/earshot',
  enabled: true,
  event_types: ['alerts.triggered', 'alerts.resolved'],
  timeout_ms: 5_000,
  created_at: '2026-05-04T09:00:00.000Z',
  updated_at: '2026-05-04T09:00:00.000Z',
  headers: {},
};

const AttemptSchema = shape('WebhookAttempt', {
  number: Type.Integer(),
  started_at: Timestamp,
  duration_ms: Type.Integer(),
  outcome: Type.String(),
  status_code: NumberOrNull,
  error_code: orNull(Type.String()),
  response_excerpt: orNull(Type.String()),
});

const deliveryFields = {
  id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  status: Type.String(),
  attempt_count: Type.Integer(),
  next_attempt_at: orNull(Timestamp),
  last_attempt: orNull(AttemptSchema),
  created_at: Timestamp,
  finished_at: orNull(Timestamp),
};

const DeliverySchema = shape('WebhookDelivery', deliveryFields);

const ATTEMPT = {
  number: 1,
  started_at: '2026-05-04T09:10:00.000Z',
  duration_ms: 84,
  outcome: 'delivered',
  status_code: 204,
  error_code: null,
  response_excerpt: null,
};

const DELIVERY = {
  id: 'dlv_8hJ2kL5nB1vC4xZ7aS0qWe',
  event_id: 'evt_1qA2zW3sX4eD5cR6fV7tGb',
  event_type: 'alerts.triggered',
  status: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  last_attempt: ATTEMPT,
  created_at: '2026-05-04T09:10:00.000Z',
  finished_at: '2026-05-04T09:10:00.084Z',
};

/** Schema and example of each response of the webhook operations. */
export const webhookAnswers = {
  endpoint: { schema: EndpointSchema, example: ENDPOINT },
  endpoints: {
    schema: responseShape({ data: Type.Array(EndpointSchema), ...nextCursor }),
    example: { data: [ENDPOINT] },
  },
  newEndpoint: {
    schema: shape('NewWebhookEndpoint', { ...endpointFields, signing_secret: SecretSchema }),
    example: { ...ENDPOINT, signing_secret: 'whsec_…' },
  },
  secret: {
    schema: responseShape({ signing_secret: SecretSchema }),
    example: { signing_secret: 'whsec_…' },
  },
  test: {
    schema: responseShape({
      event_id: Type.String(),
      event_type: Type.String(),
      delivered: Type.Boolean(),
      status_code: NumberOrNull,
      error_code: orNull(Type.String()),
      duration_ms: Type.Integer(),
      response_excerpt: orNull(Type.String()),
    }),
    example: {
      event_id: DELIVERY.event_id,
      event_type: 'webhook.test',
      delivered: true,
      status_code: 204,
      error_code: null,
      duration_ms: 84,
      response_excerpt: null,
    },
  },
  deliveries: {
    schema: responseShape({ data: Type.Array(DeliverySchema), ...nextCursor }),
    example: { data: [DELIVERY] },
  },
  delivery: { schema: DeliverySchema, example: DELIVERY },
  deliveryWithAttempts: {
    schema: shape('WebhookDeliveryWithAttempts', { ...deliveryFields, attempts: Type.Array(AttemptSchema) }),
    example: { ...DELIVERY, attempts: [ATTEMPT] },
  },
  recovered: { schema: responseShape({ recovered: Type.Integer() }), example: { recovered: 12 } },
  health: {
    schema: responseShape({
      enabled: Type.Boolean(),
      failing_since: orNull(Timestamp),
      disabled_reason: orNull(Type.String()),
      disabled_at: orNull(Timestamp),
      deliveries: shape('DeliveryCounts', {
        pending: Type.Integer(),
        delivered: Type.Integer(),
        failed: Type.Integer(),
      }),
    }),
    example: {
      enabled: true,
      failing_since: null,
      disabled_reason: null,
      disabled_at: null,
      deliveries: { pending: 0, delivered: 112, failed: 1 },
    },
  },
} as const;

export const webhookErrors = {
  endpoint: {
    404: { WEBHOOK_ENDPOINT_NOT_FOUND: 'There is no such webhook endpoint.' },
    422: { INVALID_WEBHOOK_ENDPOINT_ID: 'The webhook endpoint id is malformed.' },
  },
  delivery: {
    404: {
      WEBHOOK_ENDPOINT_NOT_FOUND: 'There is no such webhook endpoint.',
      WEBHOOK_DELIVERY_NOT_FOUND: 'There is no such webhook delivery.',
    },
    422: { INVALID_WEBHOOK_ENDPOINT_ID: 'The webhook endpoint id is malformed.' },
  },
} as const;
