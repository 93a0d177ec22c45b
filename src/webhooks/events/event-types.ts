/** Event types that an endpoint can subscribe to: alerts, calls, outbound call requests, rollouts and experiments. */
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

/** The type of a test delivery requested by a person. It can't be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';
