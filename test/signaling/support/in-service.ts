// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { promisify } from 'node:util';
import type { Server } from 'node:http';

/** Open HTTP connections. */
export function connections(app: INestApplication): Promise<number> {
  const server = app.getHttpServer() as Server;
  return promisify(server.getConnections.bind(server))();
}
