import type { FastifyInstance } from 'fastify';
import type { PinoLogger } from 'nestjs-pino';
import type { AuthenticatedRequest } from '../common/access/index.js';

/**
 * Logs every response at `debug` with the pattern of its route. Path, query, headers and body are omitted: clients put
 * secrets there.
 */
export function logRequests(fastify: FastifyInstance, logger: PinoLogger): void {
  if (!logger.logger.isLevelEnabled('debug')) return;
  fastify.addHook('onResponse', (request: AuthenticatedRequest, reply, done) => {
    const { id: correlationId, method, routeOptions, principal } = request;
    logger.debug(
      {
        correlationId,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        accountId: principal?.accountId,
        keyId: principal?.keyId,
      },
      'request answered',
    );
    done();
  });
}
