import { Global, Module } from '@nestjs/common';
import { ConversationFeed } from './conversation-feed.js';

/** The live-call feed of this process; global because writers and readers must share it. */
@Global()
@Module({ providers: [ConversationFeed], exports: [ConversationFeed] })
export class ConversationFeedModule {}
