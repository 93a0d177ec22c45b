import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger, PinoLogger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import type { AppConfig } from './common/config/index.js';
import { createFastifyAdapter, createValidationPipe, logRequests } from './http/index.js';
import { serveMcp } from './mcp-server/serve-mcp.js';
import { Startup } from './common/startup/index.js';
import { serveDocuments } from './openapi/index.js';
import { FrameWsAdapter } from './signaling/frame-ws.adapter.js';

/**
 * Creates the application for the service and its tests. It is initialized but does not listen yet. On failure, nothing
 * is left running.
 */
export async function createApp(config: AppConfig): Promise<NestFastifyApplication> {
  const startup = new Startup();
  try {
    return await assembleApp(config, startup);
  } catch (error) {
    await startup.undo();
    throw error;
  }
}

async function assembleApp(config: AppConfig, startup: Startup): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(config, startup),
    createFastifyAdapter(config),
    // No Nest logger: the caller reports startup errors, once.
    { logger: false, bufferLogs: true, bodyParser: false, abortOnError: false },
  );
  app.useLogger(app.get(Logger));
  logRequests(app.getHttpAdapter().getInstance(), await app.resolve(PinoLogger));
  app.useWebSocketAdapter(new FrameWsAdapter(app, config.signaling));
  app.useGlobalPipes(createValidationPipe());
  serveMcp(app, serveDocuments(app, config));
  return app;
}
