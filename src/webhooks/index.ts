/**
 * Signed events to whoever subscribed, at least once. Other rooms record events; the rest is this room's own
 * business.
 */
export { WebhooksModule } from './webhooks.module.js';
export { EventsService, type RecordedEvent } from './events/events.service.js';
export type { EventType } from './events/event-types.js';
