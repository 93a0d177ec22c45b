import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from '../common/config/index.js';
import { SESSION_COOKIE } from '../auth/index.js';
import { EARSHOT_VERSION } from '../common/assets/index.js';
import { type KeyLimits, keyLimitsOf } from '../common/access/index.js';
import { CORRELATION_HEADER, documentBodyBytes } from '../http/index.js';
import {
  API_KEY_SCHEME,
  DOCUMENT_BODY_EXTENSION,
  KEY_LIMITS_EXTENSION,
  SESSION_SCHEME,
} from '../http/openapi/index.js';
import { operationsOf, shareComponents } from './share-components.js';

/** Version of the published HTTP API. */
const INTERFACE_VERSION = '1.0.11';

const SESSION_SECURITY = {
  type: 'apiKey',
  in: 'cookie',
  name: SESSION_COOKIE,
  description:
    'A person who has signed in with `POST /v1/session`, with the scopes of their role. Changes also need the header `X-CSRF-Token`, with the ' +
    '`csrfToken` of that answer, and must come from a page of this service (`Sec-Fetch-Site` or `Origin`); what lacks that is answered 403 ' +
    '`CSRF_TOKEN_INVALID` or `CROSS_SITE_REQUEST`. Where there is a key, the cookie does not count.',
} as const;

const REGION_NAMES = { us: 'US', eu: 'EU', uk: 'UK', studio: 'Studio' } as const;

const DESCRIPTION = `Publish voice agents, manage what they need, and read what they did. Every answer carries \`${CORRELATION_HEADER}\`; \
every error has the same six fields. Signaling (WebSocket) is described by the AsyncAPI document at \`/v1/asyncapi.json\`.`;

const TAGS = {
  Account: 'Whose key it is, and what was changed.',
  Sessions: 'People who sign in with a browser, and out.',
  People: 'Who may sign in, as what, and who is invited.',
  'API keys': 'Keys of programs and people, and what each may do.',
  Agents: 'Agents: what there is to publish.',
  Drafts: 'What is being written of an agent.',
  Deployments: 'Publish, promote, roll back, and what is active where.',
  'Real-time configs': 'Values of an agent that change without a publish.',
  Connectors: 'How callers come in, and their tokens.',
  'Call tokens': 'Short-lived tokens for the calls of a page or an app.',
  'Phone numbers': 'Numbers that callers dial, and what they reach.',
  Trunks: 'Where phone calls come from.',
  'Outbound calls': 'Calls that agents make.',
  'Debug chat': 'Conversations in text.',
  Demo: 'The restaurant of the demo.',
  Knowledge: 'Topics and documents that agents know about.',
  Conversations: 'Records and recordings of calls.',
  'Test sets': 'Tests of agents, and their runs.',
  Webhooks: 'Where events are delivered, and the log of deliveries.',
  Alerts: 'Rules over the metrics of calls, and those that fire.',
  Providers: 'The services that listen, think and speak for agents; what a document may name.',
  Secrets: 'Secrets that tools of agents send to the hosts that they are for.',
  Studio: 'Tokens for calls from the studio.',
  Signaling: 'What a call needs beside the WebSocket.',
  Operator: 'What the operator of the service does to accounts.',
  Instances: 'The processes that share the database.',
  Health: 'What load balancers and process managers ask.',
} as const;

/** Generates the OpenAPI 3.1 document of this instance from its controllers and DTOs. */
export function createOpenApiDocument(app: INestApplication, config: AppConfig): OpenAPIObject {
  const { region } = config.instance;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Earshot')
    .setDescription(DESCRIPTION)
    .setVersion(INTERFACE_VERSION)
    .addExtension('x-earshot-version', EARSHOT_VERSION, 'info')
    .addServer(config.http.publicUrl ?? '/', `${REGION_NAMES[region]} region`)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, API_KEY_SCHEME)
    .addSecurity(SESSION_SCHEME, SESSION_SECURITY);
  for (const [tag, description] of Object.entries(TAGS)) builder.addTag(tag, description);
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: operationId });
  document.info.contact = { name: 'The authors of Earshot' };
  document.info.license = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as never;
  nameKeyLimits(document);
  sayBodyLimits(document, config);
  shareComponents(document);
  return document;
}

/** Body limits, which the operator configures. */
function sayBodyLimits(document: OpenAPIObject, { http, limits, knowledge }: AppConfig): void {
  for (const { operation } of operationsOf(document)) {
    const isDocument = Reflect.get(operation, DOCUMENT_BODY_EXTENSION) === true;
    Reflect.deleteProperty(operation, DOCUMENT_BODY_EXTENSION);
    const { requestBody } = operation;
    if (!requestBody || !('content' in requestBody)) continue;
    const isFile = !('application/json' in requestBody.content);
    const bytes = isDocument ? documentBodyBytes(limits.documentMaxBytes) : http.bodyLimitBytes;
    requestBody.description = `At most ${isFile ? knowledge.documentMaxBytes : bytes} bytes.`;
  }
}

/** `<things>.<verb>` in the spelling of paths, unless the operation has an explicit id. */
const operationId = (controller: string, method: string): string =>
  `${kebab(controller.replace(/Controller$/, ''))}.${kebab(method)}`;

const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** Every operation with a key states the access of limited keys, even if its method and path imply it. */
function nameKeyLimits(document: OpenAPIObject): void {
  for (const { path, method, operation } of operationsOf(document)) {
    // People have no key limits.
    if (!operation.security?.some((scheme) => API_KEY_SCHEME in scheme)) continue;
    const limits = operation as { [KEY_LIMITS_EXTENSION]?: Partial<KeyLimits> };
    limits[KEY_LIMITS_EXTENSION] = keyLimitsOf(method, path, limits[KEY_LIMITS_EXTENSION]);
  }
}
