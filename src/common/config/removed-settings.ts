import type { Environment } from './load-config.js';

/**
 * Settings of earlier versions, with what replaces each. One that is still set is reported at start;
 * docs/how-to/upgrading.md lists them all.
 */
export const removedSettings: Readonly<Record<string, string>> = {
  // Conversations (call records)
  CONVERSATION_JOBS_POLL_INTERVAL_MS: 'fixed at 2,000 ms',
  // Webhooks
  WEBHOOK_DISABLE_AFTER_HOURS: 'fixed at 120 hours',
  WEBHOOK_POLL_INTERVAL_MS: 'fixed at 1,000 ms',
  WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: 'fixed at 32',
  WEBHOOK_LEASE_MARGIN_MS: 'fixed at 15,000 ms',
  WEBHOOK_RESPONSE_CAP_BYTES: 'fixed at 4,096 bytes',
  WEBHOOK_PRUNE_INTERVAL_SECONDS: 'fixed at 3,600 s',
  WEBHOOK_DRAIN_MS: 'fixed at 5,000 ms',
  // Alerts
  ALERT_CLEAR_PERCENT: "fixed at 20 % of the rule's window",
  // Traces (OpenTelemetry)
  OTEL_BSP_SCHEDULE_DELAY: 'fixed at 5,000 ms',
  OTEL_BSP_MAX_QUEUE_SIZE: 'fixed at 4,096 spans',
};

/** One sentence for each removed setting that the environment still sets. */
export function removedSettingsIn(environment: Environment): string[] {
  return Object.entries(removedSettings)
    .filter(([name]) => (environment[name] ?? '') !== '')
    .map(([name, replacement]) => `${name} is set but no longer exists: ${replacement}.`);
}
