import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppConfig } from '../../src/common/config/index.js';
import { newId } from '../../src/common/ids/index.js';
import { PrismaService } from '../../src/common/prisma/index.js';
import { ConversationRecorder, type NewConversation } from '../../src/conversations/index.js';
import { createApp } from '../../src/create-app.js';

/** An instance of the service on a database, as the suites of this room use it. */
export interface ConversationsApp {
  readonly app: NestFastifyApplication;
  readonly recorder: ConversationRecorder;
  readonly prisma: PrismaService;
}

export async function startConversationsApp(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ConversationsApp> {
  const config = AppConfig.fromEnvironment({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    CONVERSATIONS_FLUSH_INTERVAL_MS: '20',
    ...settings,
  });
  const app = await createApp(config);
  await app.init();
  return { app, recorder: app.get(ConversationRecorder), prisma: app.get(PrismaService) };
}

export function newConversation(details: Partial<NewConversation> = {}): NewConversation {
  return {
    sessionId: newId('sess'),
    accountId: 'acc_1',
    agentId: 'agent-1',
    target: 'live',
    mode: 'traditional',
    adapter: 'starter',
    startedAt: new Date(),
    ...details,
  };
}
