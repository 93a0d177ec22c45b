import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { resolveMode } from '../../src/calls/agent-mode.js';
import {
  type ClientFrame,
  type ServerFrame,
  SIGNAL_ERROR_CODES,
  SIGNALING_PATH,
} from '../../src/signaling/protocol.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

interface Content {
  readonly 'application/json'?: {
    readonly schema: object;
    readonly example?: unknown;
    readonly examples?: Record<string, { value: unknown }>;
  };
}

interface DocumentedOperation {
  readonly name: string;
  readonly summary?: string;
  readonly security?: unknown[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content; readonly headers?: object }>;
}

/** Answers that are not JSON. */
const NOT_JSON = new Set([
  'get /v1/conversations/{conversationId}/audio',
  'get /v1/agents/{agentId}/conversations/{conversationId}/audio',
]);

const committed = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/api/${name}`, import.meta.url), 'utf8'));

describe('the OpenAPI document', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let operations: DocumentedOperation[];

  beforeAll(async () => {
    service = await createTestApp();
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

  it('is valid OpenAPI 3.1, titled Earshot, of version 1.0.11, and names the region', async () => {
    const { body } = await call('GET', '/v1/openapi.json');
    await SwaggerParser.validate(structuredClone(body));
    expect(body.openapi).toBe('3.1.0');
    expect(body.info).toMatchObject({ title: 'Earshot', version: '1.0.11' });
    expect(body.servers).toEqual([{ url: '/', description: 'Studio region' }]);
  });

  it('is what docs/api/openapi.json says (npm run docs:api writes it)', async () => {
    expect(committed('openapi.json')).toEqual((await call('GET', '/v1/openapi.json')).body);
  });

  it('gives every operation a summary, an example of success and all its errors', () => {
    expect(operations.length).toBeGreaterThan(40);
    const incomplete = operations.filter((operation) => {
      const success = Object.entries(operation.responses).filter(([status]) => status < '300');
      const hasExample = success.every(
        ([status, { content }]) =>
          status === '204' ||
          NOT_JSON.has(operation.name) ||
          content?.['application/json']?.example !== undefined,
      );
      const expected = operation.security ? ['401', '403', '429', '500', '503'] : ['429', '500', '503'];
      const hasErrors = expected.every((status) => status in operation.responses);
      return !operation.summary || success.length !== 1 || !hasExample || !hasErrors;
    });
    expect(incomplete.map((operation) => operation.name)).toEqual([]);
  });

  it('shows examples that fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const wrong: string[] = [];
    for (const { name, requestBody, responses } of operations) {
      for (const content of [
        requestBody?.content,
        ...Object.values(responses).map((response) => response.content),
      ]) {
        const json = content?.['application/json'];
        if (!json || '$ref' in json.schema) continue;
        const examples = [json.example, ...Object.values(json.examples ?? {}).map(({ value }) => value)];
        for (const example of examples) {
          if (example !== undefined && !ajv.validate(json.schema, example))
            wrong.push(`${name}: ${ajv.errorsText()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has a page for people that loads nothing from elsewhere', async () => {
    const page = await call('GET', '/docs');
    expect(page.status).toBe(200);
    const html = String(page.body).replace(/xmlns(:xlink)?="[^"]*"/g, '');
    expect(html).not.toMatch(/(src|href)="https?:/);
    const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) expect((await call('GET', `/${asset}`)).status).toBe(200);
  });
});

describe('the AsyncAPI document', () => {
  let service: TestApp;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let document: any;

  beforeAll(async () => {
    service = await createTestApp();
    document = (await httpClient(service.baseUrl)('GET', '/v1/asyncapi.json')).body;
  });
  afterAll(() => service?.close());

  const typesOf = (operation: string): string[] =>
    document.operations[operation].messages
      .map((message: { $ref: string }) => message.$ref.split('/').at(-1))
      .sort();

  it('is what docs/api/asyncapi.json says (npm run docs:api writes it)', () => {
    expect(committed('asyncapi.json')).toEqual(document);
  });

  it('names the address and every message type that the code knows, and no other', () => {
    const fromClient: Record<ClientFrame['type'], true> = { offer: true, 'ice-candidate': true, close: true };
    const fromServer: Record<ServerFrame['type'], true> = {
      answer: true,
      'ice-candidate': true,
      error: true,
      close: true,
    };
    expect(document.asyncapi).toBe('3.0.0');
    expect(document.channels.signal.address).toBe(SIGNALING_PATH);
    expect(typesOf('receiveFromClient')).toEqual(Object.keys(fromClient).sort());
    expect(typesOf('sendToClient')).toEqual(Object.keys(fromServer).sort());
    expect(Object.keys(document.components.messages).sort()).toEqual(
      [...new Set([...Object.keys(fromClient), ...Object.keys(fromServer)])].sort(),
    );
  });

  it('names the error codes of the code', () => {
    const codes = document.components.schemas.ErrorCode.oneOf.map((code: { const: string }) => code.const);
    expect(codes).toEqual([...SIGNAL_ERROR_CODES]);
  });

  it('names the modes that the code resolves, the legacy ones as deprecated', () => {
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
    expect(resolveMode(undefined)?.mode).toBe(document.components.schemas.AgentMode.default);
  });

  it('shows examples that fit their schemas', () => {
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
