import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from '../common/config/index.js';
import { type KeyLimits, keyLimitsOf } from '../common/access/index.js';
import { CORRELATION_HEADER } from '../common/http/index.js';
import { API_KEY_SCHEME, ERROR_ENVELOPE_SCHEMA, KEY_LIMITS_EXTENSION } from '../common/openapi/index.js';

/** Version of the HTTP interface (interface, 9). */
const INTERFACE_VERSION = '1.0.11';

const REGION_NAMES = { us: 'US', eu: 'EU', uk: 'UK', studio: 'Studio' } as const;

const DESCRIPTION = `Publish voice agents, manage what they need, and read what they did. Every answer carries \`${CORRELATION_HEADER}\`; \
every error has the same six fields. Signaling (WebSocket) is described by the AsyncAPI document at \`/v1/asyncapi.json\`.`;

/** The OpenAPI 3.1 document of this instance, made from the controllers and the DTOs that check requests. */
export function createOpenApiDocument(app: INestApplication, config: AppConfig): OpenAPIObject {
  const { region } = config.instance;
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Earshot')
    .setDescription(DESCRIPTION)
    .setVersion(INTERFACE_VERSION)
    .addServer(config.http.publicUrl ?? '/', `${REGION_NAMES[region]} region`)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, API_KEY_SCHEME)
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  document.components = {
    ...document.components,
    headers: {
      CorrelationId: {
        description: 'Names this request; made by the server. Quote it to support.',
        schema: { type: 'string', format: 'uuid' },
      },
    },
    schemas: { ...document.components?.schemas, Error: { ...ERROR_ENVELOPE_SCHEMA } as never },
  };
  nameCorrelationHeader(document);
  nameKeyLimits(document);
  return document;
}

/** Every answer carries the header, so no operation says so by itself. */
function nameCorrelationHeader(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths)) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      for (const response of Object.values(path[method]?.responses ?? {})) {
        if (!response || '$ref' in response) continue;
        response.headers = {
          ...response.headers,
          [CORRELATION_HEADER]: { $ref: '#/components/headers/CorrelationId' },
        };
      }
    }
  }
}

/** Every operation that asks for a key says what a limited one may do, also where its method and path say it alone. */
function nameKeyLimits(document: OpenAPIObject): void {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = methods[method] as Record<string, unknown> | undefined;
      if (!operation || !('security' in operation)) continue;
      const declared = operation[KEY_LIMITS_EXTENSION] as Partial<KeyLimits> | undefined;
      operation[KEY_LIMITS_EXTENSION] = keyLimitsOf(method, path, declared);
    }
  }
}
