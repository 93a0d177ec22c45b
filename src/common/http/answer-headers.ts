import type { FastifyInstance } from 'fastify';

/** Default response headers: browsers must not guess the type, and caches must not store what belongs to one key. */
export const ANSWER_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Sets them on every response, including those that never reach a controller. */
export function sendAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
}
