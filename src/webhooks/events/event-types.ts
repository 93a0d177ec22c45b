/**
 * What an endpoint can subscribe to: alerts (interface, section 6), and ours of calls, orders to phone, rollouts and
 * experiments.
 */
export const EVENT_TYPES = [
  'alerts.triggered',
  'alerts.resolved',
  'conversation.started',
  'conversation.ended',
  'conversation.form_completed',
  'conversation.analyzed',
  'outbound_call.ended',
  'deployment.rolled_back',
  'experiment.ended',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of a delivery that a person asked for to try an endpoint. It can't be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';
