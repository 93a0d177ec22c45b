// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { Metrics } from '../../src/common/metrics/index.js';
import { ProcessFaults } from '../../src/process-faults.js';

/** The number of client sockets. */
export function connections(app: INestApplication): Promise<number> {
  const server = app.getHttpServer() as Server;
  return promisify(server.getConnections.bind(server))();
}

/** Counts unexpected faults, like the service does from startup. */
export function watchFaults(app: INestApplication): void {
  ProcessFaults.watch(app.get(Metrics, { strict: false }));
}
