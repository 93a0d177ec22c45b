import { flag, integer } from '../setting.js';

export const webhookConstants = {
  /** The published schedule: 1 min, 5 min, 15 min, 1 h, 4 h. Each delay is extended by up to a fifth. */
  retryDelaysSeconds: [60, 300, 900, 3_600, 14_400] as readonly number[],
  /** For deliveries that another process left, or that are due again. New events are sent without this delay. */
  pollIntervalMs: 1_000,
  maxInFlightPerEndpoint: 32,
  /**
   * A claimed delivery belongs to its process for the endpoint's timeout and this. If it is too short, a process that
   * stalls for a moment makes another one send the same event again.
   */
  leaseMarginMs: 15_000,
  /** How long requests in flight may take to finish when the service stops. The others are sent again later. */
  drainMs: 5_000,
};

export const webhookSettings = {
  deliveryEnabled: flag('WEBHOOK_DELIVERY_ENABLED', {
    advanced: true,
    fallback: true,
    meaning: 'Whether this process delivers webhooks. Events are recorded in any case.',
    danger: 'With false in every process, no webhooks are delivered.',
  }),
  retentionDays: integer('WEBHOOK_RETENTION_DAYS', {
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: 'How long events, deliveries and attempts are kept, in days.',
  }),
} as const;
