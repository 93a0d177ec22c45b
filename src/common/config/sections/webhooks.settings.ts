import { flag, integer, type Setting } from '../setting.js';

/** The published retry schedule: 1 min, 5 min, 15 min, 1 h, 4 h. */
const RETRY_DELAYS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 14_400];
const MAX_RETRIES = 20;
const MAX_DELAY_SECONDS = 86_400;

const retryDelaysSeconds: Setting<readonly number[]> = {
  env: 'WEBHOOK_RETRY_DELAYS_SECONDS',
  advanced: true,
  fallback: RETRY_DELAYS_SECONDS,
  meaning:
    'Backoff before the second, third, ... attempt of a delivery, in seconds, separated by commas; each delay is extended by up to a fifth. The first attempt is immediate, and after the last delay the delivery fails for good.',
  danger: 'Short delays overload a receiver that is in trouble.',
  parse(text) {
    const delays = text.split(',').map((item) => item.trim());
    const isValid = (item: string) => /^\d+$/.test(item) && Number(item) <= MAX_DELAY_SECONDS;
    if (delays.length > MAX_RETRIES || !delays.every(isValid)) {
      throw new Error(`must be up to ${MAX_RETRIES} whole numbers from 0 to ${MAX_DELAY_SECONDS}`);
    }
    return delays.map(Number);
  },
};

export const webhookConstants = {
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
  endpointsPerAccount: integer('WEBHOOK_ENDPOINTS_PER_ACCOUNT', {
    fallback: 10,
    min: 1,
    max: 100_000,
    meaning: 'How many webhook endpoints an account may have; creating more returns 409.',
  }),
  retryDelaysSeconds,
  maxInFlight: integer('WEBHOOK_MAX_IN_FLIGHT', {
    advanced: true,
    fallback: 256,
    min: 1,
    max: 10_000,
    meaning:
      'How many requests to fast endpoints may be in flight at once in this process, and as many again to slow or failing ones.',
  }),
  retentionDays: integer('WEBHOOK_RETENTION_DAYS', {
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: 'How long events, deliveries and attempts are kept, in days.',
  }),
} as const;
