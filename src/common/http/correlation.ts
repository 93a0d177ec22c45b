import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';

/** The header that names a request (interface 2.5); always made by the server, never taken from the client. */
export const CORRELATION_HEADER = 'X-Service-Correlation-Id';

export const newCorrelationId = (): string => randomUUID();

/** Sets the correlation id on every response, also on those that never reach a controller. */
export function sendCorrelationId(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(CORRELATION_HEADER, request.id);
    done();
  });
}
