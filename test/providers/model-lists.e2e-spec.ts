import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { modelsIn } from '../../src/providers/model-lists/model-lists.js';
import { AgentFault } from '../../src/voice/agent-adapter.js';
import { randomOf } from '../limits/random-documents.js';
import { createTestApp, sharedApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { mutated } from './support/mutations.js';

interface Shape {
  /** Source. */
  readonly source: string;
  readonly answer: unknown;
  readonly models: readonly string[];
}

const FOLDER = path.join('test', 'providers', 'shapes', 'model-lists');
const shapes = readdirSync(FOLDER).map((file): [string, Shape] => [
  path.basename(file, '.json'),
  JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Shape,
]);
const MUTATIONS = 2_000;

describe('recorded model lists of real servers', () => {
  it.each(shapes)('are parsed: %s', (_name, { source, answer, models }) => {
    expect(source).toMatch(/^https:/);
    expect(modelsIn(answer)).toEqual(models);
  });

  it(`are parsed or rejected with a fault in ${MUTATIONS} mutations of each`, () => {
    const random = randomOf(71);
    for (const [, { answer }] of shapes) {
      for (let round = 0; round < MUTATIONS; round++) {
        const [changed] = mutated([structuredClone(answer)], random);
        try {
          expect(modelsIn(changed).every((name) => typeof name === 'string' && name !== '')).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AgentFault);
        }
      }
    }
  });

  it('are limited in count and length', () => {
    const data = Array.from({ length: 10_000 }, (_, at) => ({ id: at === 0 ? 'x'.repeat(201) : `m${at}` }));
    const models = modelsIn({ data });
    expect(models).toHaveLength(500);
    expect(models.every(({ length }) => length <= 200)).toBe(true);
  });
});

describe('models of a provider during setup', () => {
  const KEY = 'sk-of-this-server-55c1';
  let service: TestApp;
  let strict: TestApp;
  let call: ReturnType<typeof httpClient>;
  let server: Server;
  let url: string;
  let key: string;
  let asked: Pick<IncomingMessage, 'url' | 'headers'>[];
  let answer: { status: number; body: string };

  beforeAll(async () => {
    service = sharedApp();
    strict = await createTestApp({ databaseUrl: service.databaseUrl });
    call = httpClient(service.baseUrl);
    server = createServer(({ url: target, headers }, response) => {
      asked.push({ url: target, headers });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    asked = [];
    const ids = ['qwen2.5:3b', 'nomic-embed-text', 'whisper-large'];
    answer = { status: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) };
    key = await service.createKey(await service.createAccount());
  });
  afterAll(async () => {
    server?.close().closeAllConnections();
    await strict?.close();
    await service?.close();
  });

  const list = (body: object, name = 'house', at = call) =>
    at('POST', `/v1/providers/${name}/models`, { key, body });

  it('are listed before saving, likeliest first per service', async () => {
    const { status, body } = await list({ preset: 'localai', url: `${url}/v1` });
    expect(status).toBe(200);
    const first = Object.fromEntries(
      body.lists.map((one: { service: string; models: string[] }) => [one.service, one.models[0]]),
    );
    expect(first).toMatchObject({ llm: 'qwen2.5:3b', stt: 'whisper-large', embeddings: 'nomic-embed-text' });
    expect(asked.map((request) => request.url)).toEqual(Array.from({ length: 4 }, () => '/v1/models'));
    expect((await call('GET', '/v1/providers', { key })).body.providers).toHaveLength(1);
  });

  it("are Azure's deployments, and requested as each provider requires", async () => {
    await list({ preset: 'azure-openai', url: `${url}/openai/v1`, apiKey: KEY, services: { llm: {} } });
    await list({ preset: 'anthropic', url: `${url}/v1`, apiKey: KEY });
    await list({ preset: 'groq', url: `${url}/v1`, apiKey: KEY, services: { llm: {} } });
    const [azure, anthropic, groq] = asked;
    expect(azure!.url).toMatch(/^\/openai\/deployments\?api-version=/);
    expect(azure!.headers).toMatchObject({ 'api-key': KEY });
    expect(anthropic!.url).toMatch(/^\/v1\/models/);
    expect(anthropic!.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': expect.any(String) });
    expect(groq!.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    for (const { headers } of [azure!, anthropic!]) expect(headers.authorization).toBeUndefined();
  });

  it('are replaced by an explanation when the server has no list, refuses or is down', async () => {
    const why = async (body: object) => {
      const { body: told } = await list({ preset: 'ollama', services: { llm: {} }, ...body });
      expect(told.lists).toEqual([
        { service: 'llm', models: [], code: expect.any(String), message: expect.any(String) },
      ]);
      return told.lists[0].message as string;
    };
    answer = { status: 200, body: '{"object":"list"}' };
    expect(await why({ url: `${url}/v1` })).toMatch(/violated its protocol/);
    answer = { status: 401, body: JSON.stringify({ error: { message: `no such key ${KEY}` } }) };
    const refused = await why({ url: `${url}/v1`, apiKey: KEY });
    expect(refused).toMatch(/refused.*401.*no such key/);
    expect(refused).not.toContain(KEY);
    answer = { status: 200, body: `{"data":[${'{"id":"m"},'.repeat(200_000)}{"id":"m"}]}` };
    expect(await why({ url: `${url}/v1` })).toMatch(/more than/);
    expect(await why({ url: 'http://127.0.0.1:9/v1' })).toMatch(/cannot be reached/);
  });

  it('are requested with the stored key only at its own addresses', async () => {
    const saved = { preset: 'ollama', url: `${url}/v1`, apiKey: KEY, services: { llm: { model: 'm' } } };
    expect((await call('PUT', '/v1/providers/house', { key, body: saved })).status).toBe(200);
    await list({ preset: 'ollama', url: `${url}/v1`, services: { llm: {} } });
    expect(asked.at(-1)!.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    asked = [];
    const elsewhere = await list({ preset: 'ollama', url: 'http://localhost:9/v1' });
    expect([elsewhere.status, elsewhere.body.error_message]).toEqual([
      400,
      'apiKey must be sent again, because an address has changed',
    ]);
    const other = await service.createKey(await service.createAccount());
    const body = { preset: 'ollama', url: `${url}/v1`, services: { llm: {} } };
    await call('POST', '/v1/providers/house/models', { key: other, body });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer none']);
  });

  it('are requested only at addresses that the operator allows', async () => {
    const at = httpClient(strict.baseUrl);
    const refused = await list({ preset: 'ollama' }, 'house', at);
    expect([refused.status, refused.body.error_message]).toEqual([
      400,
      expect.stringMatching(/^url must start with https:.*ALLOW_PRIVATE_NETWORKS=providers/),
    ]);
    const without = await list({ preset: 'openai-compatible' });
    expect([without.status, without.body.error_message]).toEqual([400, 'url must be given']);
    expect(asked).toEqual([]);
  });
});

describe('changed provider', () => {
  it('keeps its services and models when the change omits them', async () => {
    const service = sharedApp();
    const call = httpClient(service.baseUrl);
    const key = await service.createKey(await service.createAccount());
    const put = async (body: object) =>
      (await call('PUT', '/v1/providers/house', { key, body })).body.provider;
    const services = { llm: { model: 'gpt-4.1' }, tts: { voice: 'nova' } };
    await put({ preset: 'openai', apiKey: 'sk-one', services });
    const changed = await put({ preset: 'openai', apiKey: 'sk-two' });
    expect(changed.settings).toEqual(services);
    expect(changed.services.llm.model).toBe('gpt-4.1');
    expect(Object.keys(changed.services)).toEqual(['llm', 'tts']);
    const another = await put({ preset: 'groq', apiKey: 'gsk-one' });
    expect(another.settings).toEqual({ stt: {}, llm: {} });
    await service.close();
  });
});
