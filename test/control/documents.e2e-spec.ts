import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { studioApiTypes } from '../../scripts/lib/studio/api-types.mjs';
import { AppConfig } from '../../src/common/config/index.js';
import { resolveMode } from '../../src/call-admission/agent-mode.js';
import { createAsyncApiDocument } from '../../src/openapi/asyncapi.document.js';
import { renderClientTypes } from '../../src/openapi/client-types.js';
import { renderFaultTable } from '../../src/openapi/access-table.js';
import type { ClientFrame, ServerFrame } from '../../src/signaling/wire/index.js';
import { SIGNAL_ERRORS, SIGNALING_PATH } from '../../src/signaling/wire/protocol-enums.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

interface Media {
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
}

type Content = Readonly<Record<string, Media>>;

interface DocumentedOperation {
  readonly name: string;
  readonly summary?: string;
  readonly security?: unknown[];
  readonly description?: string;
  readonly requestBody?: { readonly content: Content; readonly description?: string };
  readonly responses: Record<string, { readonly content?: Content; readonly headers?: object }>;
}

/** Statuses of other operations mentioned in descriptions. */
const OF_OTHERS = new Set(['put /v1/accounts/{accountId}/suspension: 403', 'get /v1/usage/storage: 409']);

/** Non-JSON responses. */
const NOT_JSON = new Set([
  'get /v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}/content',
  'get /v1/conversations/export',
  'get /v1/conversations/{conversationId}/audio',
  'get /v1/agents/{agentId}/conversations/{conversationId}/audio',
  'get /v1/conversations/{conversationId}/bundle',
  'post /v1/voice-samples',
]);

const committed = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/api/${name}`, import.meta.url), 'utf8'));

/** Code formatted like `npm run docs:api` writes it. */
function formatted(code: string, file: string): string {
  const prettier = inProject('node_modules', 'prettier', 'bin', 'prettier.cjs');
  const run = spawnSync(process.execPath, [prettier, '--stdin-filepath', file], {
    input: code,
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  return run.stdout;
}

/** Everything with a schema and examples, by JSON Pointer. */
function* mediaIn(value: unknown, pointer: string): Generator<{ pointer: string; media: Media }> {
  if (typeof value !== 'object' || value === null) return;
  if ('schema' in value && ('example' in value || 'examples' in value))
    yield { pointer, media: value as Media };
  for (const [name, part] of Object.entries(value))
    yield* mediaIn(
      part,
      `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    );
}

/** Locations of inline objects with fields. */
function* objectsIn(value: unknown, place: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('properties' in value && 'type' in value && String(value.type).includes('object')) yield place;
  for (const [name, part] of Object.entries(value))
    if (!name.startsWith('example')) yield* objectsIn(part, `${place}/${name}`);
}

describe('OpenAPI document', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let operations: DocumentedOperation[];

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    const { body } = await call('GET', '/v1/openapi.json');
    operations = Object.entries(body.paths as object).flatMap(([path, methods]) =>
      Object.entries(methods as object).map(([method, operation]) => ({
        name: `${method} ${path}`,
        ...operation,
      })),
    );
  });
  afterAll(() => service?.close());

  it('is OpenAPI 3.1, titled Earshot, of version 1.0.11, and names the region', async () => {
    const { body } = await call('GET', '/v1/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.info).toMatchObject({ title: 'Earshot', version: '1.0.11', 'x-earshot-version': '1.0.0' });
    expect(body.servers).toEqual([{ url: '/', description: 'Studio region' }]);
  });

  it('equals docs/api/openapi.json (written by npm run docs:api, validated by npm run check)', async () => {
    expect(committed('openapi.json')).toEqual((await call('GET', '/v1/openapi.json')).body);
  });

  it('matches the types in studio/src/api/schema.d.ts (written by npm run docs:api)', async () => {
    const file = inProject('studio', 'src', 'api', 'schema.d.ts');
    const { body } = await call('GET', '/v1/openapi.json');
    expect(readFileSync(file, 'utf8')).toBe(formatted(await studioApiTypes(body as object), file));
  });

  it('gives every operation a summary, a success example and all its errors', () => {
    expect(operations.length).toBeGreaterThan(40);
    const incomplete = operations.filter((operation) => {
      const success = Object.entries(operation.responses).filter(([status]) => status < '300');
      const hasExample = success.every(
        ([status, { content }]) =>
          status === '204' ||
          NOT_JSON.has(operation.name) ||
          Object.values(content ?? {})[0]?.example !== undefined,
      );
      const expected = operation.security?.length
        ? ['401', '403', '429', '500', '503']
        : ['429', '500', '503'];
      const hasErrors = expected.every((status) => status in operation.responses);
      // A pending result is a success too.
      const hasOneSuccess =
        NOT_JSON.has(operation.name) || success.filter(([status]) => status !== '202').length <= 1;
      return !operation.summary || !hasOneSuccess || !hasExample || !hasErrors;
    });
    expect(incomplete.map((operation) => operation.name)).toEqual([]);
  });

  it("documents each operation's body limit with the running service's value", () => {
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
    const saidOf = (name: string) =>
      withBody.find((operation) => operation.name === name)?.requestBody?.description;
    expect(
      withBody.filter(({ requestBody }) => !/^At most \d+ bytes\.$/.test(requestBody?.description ?? '')),
    ).toEqual([]);
    expect(saidOf('post /v1/api-keys')).toBe('At most 102400 bytes.');
    expect(saidOf('put /v1/agents/{agentId}/draft')).toBe('At most 2098176 bytes.');
  });

  it("lists every status that an operation's text mentions", () => {
    const missing = operations.flatMap(({ name, description = '', responses }) =>
      [...description.matchAll(/\b[2-5]\d\d\b(?! (?:MiB|KiB|ms|s|characters|bytes)\b)/g)]
        .filter(([status]) => !(status in responses) && !OF_OTHERS.has(`${name}: ${status}`))
        .map(([status]) => `${name}: ${status}`),
    );
    expect(missing).toEqual([]);
    for (const action of ['publish', '{deploymentId}/promote', '{deploymentId}/rollback']) {
      const { responses } = operations.find(({ name }) => name.endsWith(`/deployments/${action}`)) ?? {};
      expect(Object.keys(responses ?? {})).toContain('202');
    }
  });

  it('has examples that match their schemas', async () => {
    const { body } = await call('GET', '/v1/openapi.json');
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'root', ...body });
    const wrong: string[] = [];
    let checked = 0;
    for (const { pointer, media } of mediaIn(body, '')) {
      const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
      for (const example of examples) {
        if (example === undefined) continue;
        checked++;
        if (!ajv.validate({ $ref: `root#${pointer}/schema` }, example))
          wrong.push(`${pointer}: ${ajv.errorsText()}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(150);
  });

  it('names every object so that clients get a type, and shares common schemas', async () => {
    const { body } = await call('GET', '/v1/openapi.json');
    const unnamed = [...objectsIn(body.paths, '')];
    for (const [name, schema] of Object.entries<object>(body.components.schemas))
      for (const [keyword, part] of Object.entries(schema))
        unnamed.push(...objectsIn(part, `/${name}/${keyword}`));
    expect(unnamed).toEqual([]);
    expect(JSON.stringify(body).length / operations.length).toBeLessThan(4_200);
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['ApiError', 'AgentDocumentPatch']),
    );
    expect(body.components.schemas).not.toHaveProperty('Error');
  });

  it('validates addresses, names and limits as strictly as the service', async () => {
    const { components, paths } = (await call('GET', '/v1/openapi.json')).body;
    const { CreateEndpoint, RotateToken, ResponseSettings, CreateConnector } = components.schemas;
    expect(CreateEndpoint.properties.url.pattern).toBe('^https?://');
    const { propertyNames, additionalProperties, maxProperties } = CreateEndpoint.properties.headers;
    const header = (name: string, value: string) =>
      new RegExp(propertyNames.pattern).test(name) && new RegExp(additionalProperties.pattern).test(value);
    expect([header('X-A', 'b c'), header('X A', 'b'), header('X-A', 'b\r\nc')]).toEqual([true, false, false]);
    expect(maxProperties).toBe(20);
    expect(RotateToken.properties.overlapHours.maximum).toBe(168);
    const language = new RegExp(ResponseSettings.properties.languageCode.pattern);
    expect(['en-GB', '', 'English'].map((code) => language.test(code))).toEqual([true, false, false]);
    const override = new RegExp(CreateConnector.properties.asrLangCode.pattern);
    expect(['en-GB', '', 'English'].map((code) => override.test(code))).toEqual([true, true, false]);
    const parameterOf = (
      operation: { parameters: { name: string; schema: { pattern?: string } }[] },
      name: string,
    ) => operation.parameters.find((parameter) => parameter.name === name)?.schema.pattern;
    expect(parameterOf(paths['/v1/webhook-endpoints'].post, 'Idempotency-Key')).toBe(
      '^[\\x21-\\x7e]{1,255}$',
    );
    expect(parameterOf(paths['/v1/webhook-endpoints/{endpointId}'].get, 'endpointId')).toMatch(/^\^whe_/);
    expect(parameterOf(paths['/v1/secrets/{secretName}'].put, 'secretName')).toMatch(/^\^\[A-Z/);
  });

  it('documents the errors for an oversized body and an unsupported type', async () => {
    const { components } = (await call('GET', '/v1/openapi.json')).body;
    const wordsOf = (name: string, code: string) =>
      components.responses[name].content['application/json'].examples[code].value.error_message as string;
    const tooLarge = await call('POST', '/v1/api-keys', { rawBody: JSON.stringify('a'.repeat(200_000)) });
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body.error_message).toBe(wordsOf('Error413PayloadTooLarge', 'PAYLOAD_TOO_LARGE'));
    const headers = { 'content-type': 'text/plain' };
    const otherType = await call('POST', '/v1/api-keys', { rawBody: 'a', headers });
    expect(otherType.status).toBe(415);
    expect(otherType.body.error_message).toBe(
      wordsOf('Error415UnsupportedMediaType', 'UNSUPPORTED_MEDIA_TYPE'),
    );
  });

  it('has a page that loads nothing from other origins', async () => {
    const page = await call('GET', '/docs');
    expect(page.status).toBe(200);
    const html = String(page.body).replace(/xmlns(:xlink)?="[^"]*"/g, '');
    expect(html).not.toMatch(/(src|href)="https?:/);
    const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) expect((await call('GET', `/${asset}`)).status).toBe(200);
  });
});

describe('fault table', () => {
  it('lists exactly the codes an agent can fail with (written by npm run docs:api)', () => {
    const text = readFileSync(new URL('../../docs/reference/fault-codes.md', import.meta.url), 'utf8');
    const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
    const rows = (lines: readonly string[]) => lines.filter((line) => line.startsWith('| `')).map(cellsOf);
    const [, table = ''] = text.split(/<!-- \/?fault table -->/);
    expect(rows(table.split('\n'))).toEqual(rows(renderFaultTable()));
    expect(rows(renderFaultTable()).length).toBeGreaterThan(20);
  });
});

describe('AsyncAPI document', () => {
  let service: TestApp;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let document: any;

  beforeAll(async () => {
    service = sharedApp();
    document = (await httpClient(service.baseUrl)('GET', '/v1/asyncapi.json')).body;
  });
  afterAll(() => service?.close());

  const typesOf = (operation: string): string[] =>
    document.operations[operation].messages
      .map((message: { $ref: string }) => message.$ref.split('/').at(-1))
      .sort();

  it('equals docs/api/asyncapi.json except for the port (written by npm run docs:api)', () => {
    expect({ ...(committed('asyncapi.json') as object), servers: document.servers }).toEqual(document);
  });

  it("has the same frames as the SDK's client/src/wire.ts (written by npm run docs:api)", () => {
    const file = inProject('client', 'src', 'wire.ts');
    expect(readFileSync(file, 'utf8')).toBe(formatted(renderClientTypes(), file));
  });

  it('names the listening address, or PUBLIC_URL with its path', () => {
    const { host } = new URL(service.baseUrl);
    expect(document.servers.studio).toMatchObject({
      host: host.replace('127.0.0.1', 'localhost'),
      protocol: 'ws',
    });
    const config = AppConfig.fromEnvironment({
      DATABASE_URL: 'postgres://x',
      INSTANCE_SECRET: 's'.repeat(40),
      PUBLIC_URL: 'https://voice.example.com/earshot/',
    });
    expect(createAsyncApiDocument(config, 3000).servers.studio).toMatchObject({
      host: 'voice.example.com',
      pathname: '/earshot',
      protocol: 'wss',
    });
  });

  it('lists exactly the address and message types in code', () => {
    const fromClient: Record<ClientFrame['type'], true> = {
      offer: true,
      'ice-candidate': true,
      close: true,
      text: true,
      context: true,
      ping: true,
    };
    const fromServer: Record<ServerFrame['type'], true> = {
      answer: true,
      'ice-candidate': true,
      error: true,
      close: true,
      event: true,
      pong: true,
    };
    expect(document.asyncapi).toBe('3.0.0');
    expect(document.channels.signal.address).toBe(SIGNALING_PATH);
    expect(typesOf('receiveFromClient')).toEqual(Object.keys(fromClient).sort());
    expect(typesOf('sendToClient')).toEqual(Object.keys(fromServer).sort());
    expect(Object.keys(document.components.messages).sort()).toEqual(
      [...new Set([...Object.keys(fromClient), ...Object.keys(fromServer)])].sort(),
    );
  });

  it('lists the error codes in code', () => {
    const codes = document.components.schemas.ErrorCode.oneOf.map((code: { const: string }) => code.const);
    expect(codes).toEqual(Object.keys(SIGNAL_ERRORS));
  });

  it('lists the modes in code, with legacy ones deprecated', () => {
    const modes: { const: string; deprecated?: boolean }[] = document.components.schemas.AgentMode.oneOf;
    expect(modes.map((mode) => mode.const).sort()).toEqual(
      [
        'agent',
        'agent_v1',
        'agent_v2',
        'cascaded',
        'echo',
        'end-to-end',
        'normal',
        'realtime',
        'traditional',
      ].sort(),
    );
    for (const mode of modes)
      expect(resolveMode(mode.const)).toMatchObject({ legacy: mode.deprecated ?? false });
    // A generated client would emit a default, and there must be none.
    expect(document.components.schemas.AgentMode).not.toHaveProperty('default');
  });

  it('has examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'root', components: document.components });
    for (const [name, message] of Object.entries<{ payload: object; examples: { payload: unknown }[] }>(
      document.components.messages,
    )) {
      const schema = { $ref: `root#/components/messages/${name}/payload` };
      for (const { payload } of message.examples)
        expect([name, ajv.validate(schema, payload)]).toEqual([name, true]);
    }
  });
});
