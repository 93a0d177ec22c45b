import type { FastifyInstance } from 'fastify';

/**
 * What every answer says unless its route says otherwise: no browser guesses another type than the one given, and
 * no cache keeps what was answered to one key.
 */
export const ANSWER_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Puts them on every answer, also on those that never reach a controller. */
export function sendAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
}
