import { Global, Module } from '@nestjs/common';
import { ConversationFeed } from './conversation-feed.js';

/**
 * The one feed of live calls in this process. Global, because the room that writes and the room that reads must
 * share it.
 */
@Global()
@Module({ providers: [ConversationFeed], exports: [ConversationFeed] })
export class ConversationFeedModule {}
