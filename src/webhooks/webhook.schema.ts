import { Type } from '@sinclair/typebox';
import { EVENT_TYPES } from './events/event-types.js';

/** What the answers look like, for the OpenAPI document (interface 2.4). */
const closed = { additionalProperties: false } as const;
const Timestamp = Type.String({ format: 'date-time' });
const TimestampOrNull = Type.Union([Timestamp, Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const NumberOrNull = Type.Union([Type.Integer(), Type.Null()]);
const nextCursor = { next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })) };

const endpointFields = {
  id: Type.String({ pattern: '^whe_[A-Za-z0-9]+$' }),
  name: Type.String(),
  url: Type.String({ format: 'uri' }),
  enabled: Type.Boolean(),
  event_types: Type.Array(Type.Union(EVENT_TYPES.map((type) => Type.Literal(type)))),
  timeout_ms: Type.Integer({ minimum: 1_000, maximum: 30_000 }),
  created_at: Timestamp,
  updated_at: Timestamp,
  headers: Type.Record(Type.String(), Type.String()),
};

const EndpointSchema = Type.Object(endpointFields, { ...closed, title: 'WebhookEndpoint' });
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

const AttemptSchema = Type.Object(
  {
    number: Type.Integer(),
    started_at: Timestamp,
    duration_ms: Type.Integer(),
    outcome: Type.String(),
    status_code: NumberOrNull,
    error_code: TextOrNull,
    response_excerpt: TextOrNull,
  },
  { ...closed, title: 'WebhookAttempt' },
);

const deliveryFields = {
  id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  status: Type.String(),
  attempt_count: Type.Integer(),
  next_attempt_at: TimestampOrNull,
  last_attempt: Type.Union([AttemptSchema, Type.Null()]),
  created_at: Timestamp,
  finished_at: TimestampOrNull,
};

const DeliverySchema = Type.Object(deliveryFields, { ...closed, title: 'WebhookDelivery' });

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

/** Schema and example of each answer of the webhook operations. */
export const webhookAnswers = {
  endpoint: { schema: EndpointSchema, example: ENDPOINT },
  endpoints: {
    schema: Type.Object({ data: Type.Array(EndpointSchema), ...nextCursor }, closed),
    example: { data: [ENDPOINT] },
  },
  newEndpoint: {
    schema: Type.Object(
      { ...endpointFields, signing_secret: SecretSchema },
      { ...closed, title: 'NewWebhookEndpoint' },
    ),
    example: { ...ENDPOINT, signing_secret: 'whsec_…' },
  },
  secret: {
    schema: Type.Object({ signing_secret: SecretSchema }, closed),
    example: { signing_secret: 'whsec_…' },
  },
  test: {
    schema: Type.Object(
      {
        event_id: Type.String(),
        event_type: Type.String(),
        delivered: Type.Boolean(),
        status_code: NumberOrNull,
        error_code: TextOrNull,
        duration_ms: Type.Integer(),
        response_excerpt: TextOrNull,
      },
      closed,
    ),
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
    schema: Type.Object({ data: Type.Array(DeliverySchema), ...nextCursor }, closed),
    example: { data: [DELIVERY] },
  },
  delivery: { schema: DeliverySchema, example: DELIVERY },
  deliveryWithAttempts: {
    schema: Type.Object(
      { ...deliveryFields, attempts: Type.Array(AttemptSchema) },
      { ...closed, title: 'WebhookDeliveryWithAttempts' },
    ),
    example: { ...DELIVERY, attempts: [ATTEMPT] },
  },
  recovered: { schema: Type.Object({ recovered: Type.Integer() }, closed), example: { recovered: 12 } },
  health: {
    schema: Type.Object(
      {
        enabled: Type.Boolean(),
        failing_since: TimestampOrNull,
        disabled_reason: TextOrNull,
        disabled_at: TimestampOrNull,
        deliveries: Type.Object(
          { pending: Type.Integer(), delivered: Type.Integer(), failed: Type.Integer() },
          { ...closed, title: 'DeliveryCounts' },
        ),
      },
      closed,
    ),
    example: {
      enabled: true,
      failing_since: null,
      disabled_reason: null,
      disabled_at: null,
      deliveries: { pending: 0, delivered: 112, failed: 1 },
    },
  },
} as const;

/** Errors that the webhook operations share. */
export const webhookErrors = {
  validation: { SCHEMA_VALIDATION_FAILED: 'limit must not be greater than 100' },
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
