import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClusterModule } from '../../src/cluster/index.js';
import { CommonModule } from '../../src/common/common.module.js';
import { AppConfig } from '../../src/common/config/index.js';
import { PrismaService } from '../../src/common/prisma/index.js';
import { ConversationRecorder, ConversationsModule } from '../../src/conversations/index.js';

/** The conversations module alone on a database: an instance with calls but no media. */
export interface ConversationsApp {
  readonly app: INestApplicationContext;
  readonly recorder: ConversationRecorder;
  readonly prisma: PrismaService;
}

export async function startConversationsApp(
  databaseUrl: string,
  settings: Record<string, string> = {},
  flushIntervalMs = 20,
): Promise<ConversationsApp> {
  const config = AppConfig.fromEnvironment(
    { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings },
    {
      conversations: { flushIntervalMs },
      recordings: { bucketTimeoutMs: 1_000, uploadIntervalMs: 100 },
    },
  );
  const module = {
    module: class Room {},
    imports: [CommonModule.forRoot(config), ClusterModule, ConversationsModule],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return { app, recorder: app.get(ConversationRecorder), prisma: app.get(PrismaService) };
}
