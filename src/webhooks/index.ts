/** Signed events to subscribed endpoints, at least once. Other modules record events; everything else is internal. */
export { WebhooksModule } from './webhooks.module.js';
export {
  deleteEvents,
  EventsService,
  isSubscribed,
  type RecordedWebhookEvent,
} from './events/events.service.js';
export type { EventType } from './events/event-types.js';
