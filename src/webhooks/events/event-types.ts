/** What an endpoint can subscribe to (interface, section 6). */
export const EVENT_TYPES = ['alerts.triggered', 'alerts.resolved'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of a delivery that a person asked for to try an endpoint. It can't be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';
