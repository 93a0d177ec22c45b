export { ConversationFeed, type LiveCallListener } from './conversation-feed.js';
export { ConversationFeedModule } from './conversation-feed.module.js';
export type { LiveCallEvent, LiveCallState } from './live-call-event.js';
