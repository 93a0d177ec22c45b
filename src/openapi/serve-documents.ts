import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from '../common/config/index.js';
import { createAsyncApiDocument } from './asyncapi.document.js';
import { createOpenApiDocument } from './openapi.document.js';

const OPENAPI_PATH = '/v1/openapi.json';
const ASYNCAPI_PATH = '/v1/asyncapi.json';
/** The documentation page, with all its assets, so that it works offline. */
const PAGE_PATH = '/docs';

/** No external resources, no inline script, no framing. The page needs inline styles. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the OpenAPI and AsyncAPI documents, generated at the first request, and a page to read the former.
 * @returns The OpenAPI document.
 */
export function serveDocuments(app: NestFastifyApplication, config: AppConfig): () => OpenAPIObject {
  let document: OpenAPIObject | undefined;
  const openApi = () => (document ??= createOpenApiDocument(app, config));
  SwaggerModule.setup(PAGE_PATH, app, openApi, {
    raw: false,
    customSiteTitle: 'Earshot API',
    swaggerOptions: { validatorUrl: null, tryItOutEnabled: false },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isPage(request.url)) reply.header('Content-Security-Policy', PAGE_POLICY);
    done();
  });
  fastify.get(OPENAPI_PATH, () => openApi());
  fastify.get(ASYNCAPI_PATH, () =>
    createAsyncApiDocument(config, config.http.port || portOf(fastify.server.address())),
  );
  return openApi;
}

const isPage = (url: string): boolean =>
  url.startsWith(PAGE_PATH) && !/^[\w-]/.test(url.slice(PAGE_PATH.length));

const portOf = (address: AddressInfo | string | null): number | undefined =>
  typeof address === 'object' ? address?.port : undefined;
