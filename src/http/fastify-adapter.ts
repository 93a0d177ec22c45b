import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppConfig } from '../common/config/index.js';
import { ApiError, errorEnvelope, unsupportedMediaType } from '../common/errors/api-error.js';
import { toApiError } from '../common/errors/to-api-error.js';
import {
  ANSWER_HEADERS,
  CORRELATION_HEADER,
  newCorrelationId,
  sendAnswerHeaders,
  sendCorrelationId,
} from './response-headers.js';
import { parseJsonBody } from './body-guard.js';
import { answerBrokenRequest, answerUnservedRequests } from './broken-request.js';
import { proxyTest } from './client-address.js';
import {
  documentBodyBytes,
  FILE_TYPES,
  MERGE_PATCH_TYPE,
  takesDocuments,
  takesFiles,
  takesMergePatch,
} from './body-kinds.js';
import { limitIdleConnections } from './idle-connections.js';
import { RouteTable } from './method-not-allowed.js';

const LATE_REQUEST_CHECK_MS = 5_000;

/**
 * As long as a request line can be (Node's limit for all headers is 16 KiB), so that a long id is answered like any
 * unknown one.
 */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/**
 * The HTTP server under Nest. Errors that Fastify would answer itself (a bad URL, a broken request, an unknown route)
 * get the usual envelope.
 */
export function createFastifyAdapter(config: AppConfig): FastifyAdapter {
  const { bodyLimitBytes, requestTimeoutMs } = config.http;
  const isProxy = proxyTest(config.http.trustedProxies);
  const adapter = new FastifyAdapter({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 0,
    trustProxy: isProxy,
    http: {
      // Node's header timeout also limits bodies: by default 60 s, if this is not set.
      requestTimeout: requestTimeoutMs,
      // Node checks for late requests only every 30 s by default.
      connectionsCheckingInterval: Math.min(requestTimeoutMs, LATE_REQUEST_CHECK_MS),
      // Node would refuse it without a body.
      requireHostHeader: false,
    },
    forceCloseConnections: true,
    // The router would answer `*` before any hook (RFC 9112, 3.2.4).
    rewriteUrl: ({ url = '/' }) => (url === '*' ? '/*' : url),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    genReqId: () => newCorrelationId(),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...ANSWER_HEADERS, [CORRELATION_HEADER]: request.id });
      sendError(reply, request, toApiError(error));
    },
    clientErrorHandler: answerBrokenRequest,
  });
  const fastify = adapter.getInstance();
  answerUnservedRequests(fastify.server);
  limitIdleConnections(fastify.server, (address) => isProxy(address, 0));
  sendCorrelationId(fastify);
  sendAnswerHeaders(fastify);
  refuseRequests(fastify);
  parseBodies(fastify, config);
  return adapter;
}

/** Refuses requests by their request line and headers, before routing. */
function refuseRequests(fastify: FastifyInstance): void {
  const routes = RouteTable.watch(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(
      hostRefusal(request) ??
        urlRefusal(request.url) ??
        codingRefusal(request) ??
        methodRefusal(routes, request as never),
    );
  });
}

/** Parses JSON; file bodies are left to their operations. */
function parseBodies(fastify: FastifyInstance, { http, limits }: AppConfig): void {
  fastify.addHook('onRoute', (route) => {
    if (takesDocuments(route.config ?? {}))
      route.bodyLimit = Math.max(http.bodyLimitBytes, documentBodyBytes(limits.documentMaxBytes));
  });
  fastify.removeAllContentTypeParsers();
  const types = ['application/json', MERGE_PATCH_TYPE];
  fastify.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseMergePatch(request);
      done(null, body.length === 0 ? undefined : parseJsonBody(body));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser([...FILE_TYPES], (request, _payload, done) => {
    // The operation reads it after authentication, so that nothing is read for strangers.
    if (takesFiles(request.routeOptions.config)) done(null);
    else done(unsupportedMediaType());
  });
}

/** @throws ApiError 415 for a merge patch of an operation that takes none. */
function refuseMergePatch({ headers, routeOptions }: FastifyRequest): void {
  if (headers['content-type']?.trim().toLowerCase().startsWith(MERGE_PATCH_TYPE) !== true) return;
  if (!takesMergePatch(routeOptions.config)) throw unsupportedMediaType();
}

/** RFC 9112, 3.2. */
function hostRefusal({ raw: { httpVersion, headers } }: FastifyRequest): ApiError | undefined {
  if (httpVersion !== '1.1' || headers.host !== undefined) return undefined;
  return new ApiError(400, 'BAD_REQUEST', 'A request of HTTP/1.1 needs a Host header.');
}

/** A NUL in a path or query matches no row and causes a database error; invalid UTF-8 would be guessed at. */
function urlRefusal(url: string): ApiError | undefined {
  try {
    if (!decodeURIComponent(url).includes('\0')) return undefined;
  } catch {
    // Refused as well.
  }
  return new ApiError(400, 'MALFORMED_URL', 'The URL is not valid.');
}

/** Compressed bodies are not supported (RFC 9110, 8.4 and 15.5.16). */
function codingRefusal({ headers }: FastifyRequest): ApiError | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must come without Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** A wrong method of a known path. `HEAD` goes with `GET`; unknown paths are left to the router (404). */
function methodRefusal(routes: RouteTable, request: FastifyRequest): ApiError | undefined {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = routes.refusal(request.method, path, request.routeOptions.url);
  if (!allowed) return undefined;
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `This path takes ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

function sendError(reply: FastifyReply, request: FastifyRequest, error: ApiError): void {
  void reply
    .status(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(error.code, error.message, request.id));
}
