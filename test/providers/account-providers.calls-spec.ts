import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { AgentMode } from '../../src/voice/agent-adapter.js';
import {
  CartesiaStandIn,
  DeepgramStandIn,
  ElevenLabsStandIn,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../stand-ins/index.js';
import { fromWav } from '../stand-ins/audio/pcm.js';
import { createTestApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { dumpDatabase } from '../support/dump.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';

type Call = ReturnType<typeof httpClient>;
interface Tenant extends TestAccount {
  readonly key: string;
}

const KEY = 'sk-of-the-first-account-4f9c2d';
const OTHER_KEY = 'sk-of-the-second-account-77ab01';
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/v1';

describe('provider set up by an account', () => {
  let service: TestApp;
  /** Another process on the same database. */
  let second: TestApp;
  let strict: TestApp;
  let call: Call;
  let openai: OpenAiStandIn;
  let ada: Tenant;
  let bob: Tenant;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const env = { ALLOW_PRIVATE_NETWORKS: 'providers' };
    const overrides = { quotas: { providers: 9 } };
    service = await createTestApp({ env, overrides });
    const { databaseUrl } = service;
    [second, strict] = await Promise.all([
      createTestApp({ env, overrides, databaseUrl }),
      createTestApp({ databaseUrl }),
    ]);
    call = httpClient(service.baseUrl);
    openai = await OpenAiStandIn.start({ apiKey: KEY });
  });
  beforeEach(async () => {
    [ada, bob] = await Promise.all([tenant(), tenant()]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(async () => {
    await openai?.close();
    for (const app of [strict, second, service]) await app?.close();
  });

  async function tenant(): Promise<Tenant> {
    const account = await service.createAccount();
    return { ...account, key: await service.createKey(account) };
  }

  async function put(who: Tenant, name: string, body: object, at: Call = call) {
    return at('PUT', `/v1/providers/${name}`, { key: who.key, body });
  }

  const everything = () => ({
    preset: 'openai-compatible',
    url: openai.url,
    apiKey: KEY,
    services: { stt: { model: 'ears' }, llm: { model: 'mind' }, tts: { model: 'mouth', voice: 'alloy' } },
  });

  const inService = (at: TestApp) =>
    at.module<typeof import('./support/in-service.js')>('test/providers/support/in-service.ts');

  const adapterOf = (at: TestApp, who: Tenant, mode: AgentMode, document: Partial<AgentDocument> = {}) =>
    inService(at).adapterOf(who.accountId, mode, { schemaVersion: 1, ...document });

  /** The reply of an account's model in a text conversation. */
  const answerTo = (at: TestApp, who: Tenant, document: Partial<AgentDocument>) => {
    const agent = { schemaVersion: 1 as const, prompt: 'Be kind.', ...document };
    return inService(at).answerInText(who.accountId, agent, 'good morning');
  };

  it('shows everything but its key in responses, tables and audit entries', async () => {
    const { status, body } = await put(ada, 'house', everything());
    expect([status, body.provider]).toEqual([
      200,
      {
        name: 'house',
        owner: 'account',
        preset: 'openai-compatible',
        url: openai.url,
        hasApiKey: true,
        services: {
          stt: { protocol: 'openai', model: 'ears', leftAlone: false },
          llm: { protocol: 'openai', model: 'mind', leftAlone: false },
          tts: { protocol: 'openai', model: 'mouth', voice: 'alloy', leftAlone: false },
        },
        settings: everything().services,
        health: 'untested',
        updatedBy: ada.email,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const tested = await call('POST', '/v1/providers/house/test', { key: ada.key });
    const listed = await call('GET', '/v1/providers', { key: ada.key });
    const audit = await call('GET', '/v1/audit-log', { key: ada.key });
    expect(audit.body.entries ?? audit.body.data ?? audit.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'provider.put' })]),
    );
    const rows = await dumpDatabase((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values));
    const told = JSON.stringify([body, tested.body, listed.body, audit.body, rows]);
    expect(told).toContain('house');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(Buffer.from(KEY).toString('base64url'));
  });

  it('is tested with real requests, reporting durations and models', async () => {
    await put(ada, 'house', everything());
    const { status, body } = await call('POST', '/v1/providers/house/test', { key: ada.key });
    const took = {
      ok: true,
      message: expect.any(String),
      firstResultMs: expect.any(Number),
      totalMs: expect.any(Number),
    };
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        testedAt: expect.any(String),
        services: [
          { service: 'stt', ...took, message: 'A recording of "hello" was understood as "hello".' },
          { service: 'llm', ...took, models: ['stand-in', 'stand-in-large'] },
          { service: 'tts', ...took, message: expect.stringMatching(/^It spoke a sentence of [1-9]/) },
        ],
      },
    ]);
    expect((await call('GET', '/v1/providers', { key: ada.key })).body.providers[0]).toMatchObject({
      health: 'ok',
      lastTest: { ok: true },
    });
    const models = (await call('GET', '/v1/models', { key: ada.key })).body.models;
    expect(models.filter(({ service }: { service: string }) => service === 'llm')).toEqual([
      { provider: 'house', service: 'llm', modelId: 'mind', isDefault: true },
      { provider: 'house', service: 'llm', modelId: 'stand-in', isDefault: false },
      { provider: 'house', service: 'llm', modelId: 'stand-in-large', isDefault: false },
    ]);
    const voices = (await call('GET', '/v1/voices', { key: ada.key })).body.voices;
    expect(voices).toContainEqual({ provider: 'house', service: 'tts', voiceId: 'alloy', isDefault: true });
    expect(voices).toContainEqual({ provider: 'starter', service: 'tts', voiceId: 'heart', isDefault: true });
  });

  it('is tested per dialect and service: transcription, speech and greeting', async () => {
    const [realtime, gemini, deepgram] = await standIns();
    const [eleven, cartesia] = await Promise.all([
      ElevenLabsStandIn.start({ apiKey: KEY }),
      CartesiaStandIn.start({ apiKey: KEY }),
    ]);
    closers.push(...[eleven, cartesia].map((standIn) => () => standIn.close()));
    const [greeting, sentence] = [
      'It spoke a greeting.',
      expect.stringMatching(/^It spoke a sentence of [1-9]/),
    ];
    const kinds: readonly (readonly [
      preset: string,
      url: string,
      services: object | undefined,
      message: unknown,
    ])[] = [
      [
        'openai-compatible',
        httpOf(realtime.url).replace('/realtime', ''),
        { endToEnd: { model: 'm' } },
        greeting,
      ],
      ['gemini', gemini.url, { endToEnd: {} }, greeting],
      ['deepgram', httpOf(deepgram.url), undefined, 'A recording of "hello" was understood as "hello".'],
      ['elevenlabs', eleven.url, undefined, sentence],
      ['cartesia', cartesia.url, undefined, sentence],
    ];
    for (const [preset, url, services] of kinds)
      expect(
        (await put(ada, preset, { preset, url, apiKey: KEY, ...(services && { services }) })).status,
      ).toBe(200);
    const results = await Promise.all(
      kinds.map(([preset]) => call('POST', `/v1/providers/${preset}/test`, { key: ada.key })),
    );
    const told = results.map(({ body }) => [
      body.ok,
      body.services[0].message,
      body.services[0].firstResultMs,
    ]);
    expect(told).toEqual(kinds.map(([, , , message]) => [true, message, expect.any(Number)]));
  });

  it('explains how to fix a wrong key or an unreachable address without repeating the response', async () => {
    await put(ada, 'house', { ...everything(), apiKey: 'sk-wrong', services: { llm: { model: 'mind' } } });
    const refused = (await call('POST', '/v1/providers/house/test', { key: ada.key })).body;
    expect(refused).toMatchObject({ ok: false, services: [{ ok: false, code: 'PROVIDER_REFUSED' }] });
    expect(refused.services[0].message).toMatch(/key/);
    await put(ada, 'house', { ...everything(), url: NOWHERE, services: { llm: { model: 'mind' } } });
    const away = (await call('POST', '/v1/providers/house/test', { key: ada.key })).body;
    expect(away).toMatchObject({ ok: false, services: [{ ok: false, code: 'PROVIDER_UNREACHABLE' }] });
    const [shown] = (await call('GET', '/v1/providers', { key: ada.key })).body.providers;
    expect(shown).toMatchObject({ health: 'failing', hasApiKey: true });
    expect((await call('POST', '/v1/providers/nobody/test', { key: ada.key })).status).toBe(404);
  });

  it('is used from the next call on every instance, and so is each change', async () => {
    expect(await adapterOf(second, ada, 'traditional')).toBe('starter');
    await put(ada, 'house', everything());
    expect(await answerTo(second, ada, {})).toBe('You said: good morning');
    expect(openai.requests.at(-1)).toMatchObject({ body: { model: 'mind' } });
    await put(ada, 'house', { ...everything(), services: { llm: { model: 'another mind' } } });
    await answerTo(second, ada, {});
    expect(openai.requests.at(-1)).toMatchObject({ body: { model: 'another mind' } });
    expect((await call('DELETE', '/v1/providers/house', { key: ada.key })).status).toBe(204);
    for (const at of [service, second])
      expect(await adapterOf(at, ada, 'traditional', { prompt: 'Be kind.' })).toBe('nobody');
  });

  it('is hidden from other accounts, which may reuse its name', async () => {
    await put(ada, 'house', everything());
    const listed = (await call('GET', '/v1/providers', { key: bob.key })).body.providers;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['starter']);
    const house = { models: { traditional: { llm: { provider: 'house' } } } };
    expect(await adapterOf(service, bob, 'traditional', house)).toBe('nobody');
    for (const [method, url] of [
      ['POST', '/v1/providers/house/test'],
      ['DELETE', '/v1/providers/house'],
    ] as const) {
      const answer = await call(method, url, { key: bob.key });
      expect([answer.status, answer.body]).toEqual([404, envelope(answer, 'PROVIDER_NOT_FOUND')]);
    }
    const his = await OpenAiStandIn.start({
      apiKey: OTHER_KEY,
      brain: () => ({ kind: 'say', text: 'Bob’s.' }),
    });
    closers.push(() => his.close());
    await put(bob, 'house', { ...everything(), url: his.url, apiKey: OTHER_KEY });
    const before = openai.requests.length;
    expect(await answerTo(service, bob, house)).toBe('Bob’s.');
    expect(openai.requests).toHaveLength(before);
    expect(await answerTo(service, ada, house)).toBe('You said: good morning');
    expect(his.requests).toHaveLength(1);
  });

  it('judges the test sets of its own account only', async () => {
    const verdictFor = (who: Tenant) => inService(service).judge(who.accountId, 'It is polite.');
    const model = await OpenAiStandIn.start({
      apiKey: KEY,
      brain: () => ({ kind: 'say', text: '{"verdict": "pass", "reason": "It is."}' }),
    });
    closers.push(() => model.close());
    await put(ada, 'house', { ...everything(), url: model.url });
    expect(await verdictFor(ada)).toEqual({ kind: 'verdict', passed: true, reason: 'It is.' });
    expect(await verdictFor(bob)).toEqual({ kind: 'not-configured' });
  });

  it('clears the warning only from drafts that name it', async () => {
    const models = { traditional: { llm: { provider: 'house' } } };
    const document = { ...SMALL_DOCUMENT, prompt: 'Be kind.', models };
    const agentId = await service.createAgent(ada, document);
    const codes = async () => {
      const { body } = await call('GET', `/v1/agents/${agentId}/draft`, { key: ada.key });
      return body.warnings.map(({ path, code }: { path: string; code: string }) => `${code} ${path}`);
    };
    const missing = 'PROVIDER_NOT_CONFIGURED /models/traditional/llm/provider';
    expect(await codes()).toContain(missing);
    await put(bob, 'house', everything());
    expect(await codes()).toContain(missing);
    await put(ada, 'house', everything());
    expect(await codes()).not.toContain(missing);
    const published = await call('POST', `/v1/agents/${agentId}/deployments/publish`, {
      key: ada.key,
      body: {},
    });
    const warned = JSON.stringify(published.body.deployment.metadata.warnings ?? []);
    expect(warned).not.toContain(missing.split(' ')[0]);
  });

  it('is missing for a publish right after its deletion, on any instance', async () => {
    const models = { traditional: { llm: { provider: 'house' } } };
    const agentId = await service.createAgent(ada, { ...SMALL_DOCUMENT, prompt: 'Be kind.', models });
    await put(ada, 'house', everything());
    const warned = async (at: TestApp) => {
      const path = `/v1/agents/${agentId}/deployments/publish`;
      const { body } = await httpClient(at.baseUrl)('POST', path, { key: ada.key, body: {} });
      return JSON.stringify(body.deployment.metadata.warnings ?? []).includes('PROVIDER_NOT_CONFIGURED');
    };
    await until('the other instance has heard of it', async () => !(await warned(second)));
    expect(await warned(service)).toBe(false);
    await call('DELETE', '/v1/providers/house', { key: ada.key });
    expect(await warned(service)).toBe(true);
    await until('the other instance has heard that it is gone', () => warned(second));
  });

  it('keeps its key while its address stays, and requires it again for a new address', async () => {
    await put(ada, 'house', everything());
    const { apiKey: _apiKey, ...same } = everything();
    expect((await put(ada, 'house', { ...same, services: { llm: { model: 'mind' } } })).status).toBe(200);
    expect(await answerTo(service, ada, {})).toBe('You said: good morning');
    const elsewhere = [
      { ...same, url: NOWHERE },
      { ...same, services: { llm: { model: 'mind', url: NOWHERE } } },
    ];
    for (const body of elsewhere) {
      const answer = await put(ada, 'house', body);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'apiKey must be sent again, because an address has changed',
      ]);
    }
    const without = await put(ada, 'house', { ...everything(), apiKey: null });
    expect(without.body.provider.hasApiKey).toBe(false);
  });

  it('is limited to public TLS addresses unless the operator allows others', async () => {
    const at = httpClient(strict.baseUrl);
    const refused = [
      'http://provider.example.com/v1',
      'https://127.0.0.1/v1',
      'https://[::ffff:10.0.0.1]/v1',
      'https://0x7f.1/v1',
      'https://localhost/v1',
      'https://vault.internal/v1',
      'https://user:pass@provider.example.com/v1',
      'https://provider.example.com/v1?to=me',
      'ftp://provider.example.com/v1',
      'no address',
    ];
    for (const url of refused) {
      const answer = await put(ada, 'house', { ...everything(), url }, at);
      expect([url, answer.status, answer.body]).toEqual([
        url,
        400,
        envelope(answer, 'SCHEMA_VALIDATION_FAILED'),
      ]);
      const alone = { ...everything(), services: { llm: { model: 'mind', url } } };
      expect([url, (await put(ada, 'house', alone, at)).status]).toEqual([url, 400]);
    }
    expect(
      (await put(ada, 'ollama', { preset: 'ollama', services: { llm: { model: 'm' } } }, at)).body.error,
    ).toMatch(/ALLOW_PRIVATE_NETWORKS=providers/);
  });

  it('is not reached at a private address even if set up while that was allowed', async () => {
    const [realtime, gemini, deepgram] = await standIns();
    await put(ada, 'house', everything());
    await put(ada, 'live', {
      preset: 'openai-compatible',
      url: httpOf(realtime.url).replace('/realtime', ''),
      apiKey: KEY,
      services: { endToEnd: { model: 'm' } },
    });
    await put(ada, 'google', { preset: 'gemini', url: gemini.url, apiKey: KEY, services: { endToEnd: {} } });
    await put(ada, 'ears', { preset: 'deepgram', url: httpOf(deepgram.url), apiKey: KEY });
    const before = openai.requests.length;
    const at = httpClient(strict.baseUrl);
    for (const name of ['house', 'live', 'google', 'ears']) {
      const { body } = await at('POST', `/v1/providers/${name}/test`, { key: ada.key });
      expect([name, body.ok]).toEqual([name, false]);
      for (const service of body.services)
        expect([name, service.code]).toEqual([name, 'PROVIDER_UNREACHABLE']);
    }
    const reached = [
      openai.requests.length - before,
      realtime.connections,
      gemini.connections,
      deepgram.connections,
    ];
    expect(reached).toEqual([0, 0, 0, 0]);
    for (const name of ['house', 'live', 'google', 'ears']) {
      const { body } = await call('POST', `/v1/providers/${name}/test`, { key: ada.key });
      expect([name, body]).toEqual([name, expect.objectContaining({ ok: true })]);
    }
  });

  it('is not followed across redirects', async () => {
    const redirecting = await listen((_request, response) => {
      response.writeHead(307, { location: `${openai.url}/chat/completions` }).end();
    });
    await put(ada, 'house', {
      ...everything(),
      url: `${redirecting}/v1`,
      services: { llm: { model: 'mind' } },
    });
    const before = openai.requests.length;
    const { body } = await call('POST', '/v1/providers/house/test', { key: ada.key });
    expect(body.services).toEqual([expect.objectContaining({ ok: false, code: 'PROVIDER_REFUSED' })]);
    expect(openai.requests).toHaveLength(before);
  });

  it('is rejected when incomplete, beyond the preset or over the limit', async () => {
    const refused: [string, object, string | RegExp][] = [
      ['Upper', everything(), /name of a provider/],
      ['starter', everything(), /must not be starter/],
      ['house', { ...everything(), preset: 'nobody' }, /preset must be one of/],
      ['house', { preset: 'openai' }, 'apiKey must be given: OpenAI wants one'],
      [
        'house',
        { preset: 'azure-openai', apiKey: KEY, services: { llm: { model: 'm' } } },
        /url must be given/,
      ],
      ['house', { preset: 'ollama' }, /services must name at least one/],
      [
        'house',
        { preset: 'ollama', services: { llm: {} } },
        'services.llm.model must be given, because the preset ollama has none',
      ],
      [
        'house',
        { preset: 'deepgram', apiKey: KEY, services: { llm: { model: 'm' } } },
        /the preset deepgram offers stt/,
      ],
      ['house', { ...everything(), services: { tts: { model: 'm' } } }, /services.tts.voice must be given/],
      ['house', { ...everything(), apiKey: 'two\nlines' }, /apiKey must have visible ASCII/],
      ['house', { ...everything(), services: { llm: { model: 'm', colour: 'red' } } }, /colour/],
    ];
    for (const [name, body, message] of refused) {
      const answer = await put(ada, name, body);
      expect([name, body, answer.status]).toEqual([name, body, 400]);
      expect(answer.body.error).toMatch(message);
      expect(JSON.stringify(answer.body)).not.toContain(KEY);
    }
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => put(ada, `house-${index}`, everything())),
    );
    expect(made.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(9);
    expect(made.find(({ status }) => status === 409)?.body.error_code).toBe('PROVIDER_LIMIT_REACHED');
  });

  it('previews its voices like the built-in ones, or explains why it cannot', async () => {
    await put(ada, 'house', everything());
    const hear = (body: object, who = ada) =>
      fetch(`${service.baseUrl}/v1/voice-samples`, {
        method: 'POST',
        headers: { 'x-api-key': who.key, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Good day.', ...body }),
      });
    const digits = { text: '0'.repeat(60), provider: 'starter', speed: 0.5 };
    for (const body of [
      {},
      { voiceId: 'nova', speed: 1.2 },
      { provider: 'starter', voiceId: 'rms' },
      digits,
    ]) {
      const answer = await hear(body);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      const { samples, sampleRateHz } = fromWav(new Uint8Array(await answer.arrayBuffer()));
      expect(samples.length / sampleRateHz).toBeGreaterThan(0.3);
      expect(samples.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
    }
    expect(openai.requests.at(-1)?.body).toMatchObject({ voice: 'nova', input: 'Good day.' });
    await put(ada, 'house', { ...everything(), apiKey: 'sk-wrong' });
    const refused = await hear({ provider: 'house' });
    const told = (await refused.json()) as { readonly error_code: string; readonly error: string };
    expect([refused.status, told.error_code]).toEqual([502, 'AGENT_FAILURE']);
    expect(told.error).toContain('PROVIDER_');
    expect((await hear({ provider: 'house' }, bob)).status).toBe(404);
    for (const body of [{ text: '' }, { text: 'x'.repeat(301) }, { speed: 9 }, { colour: 'red' }])
      expect((await hear(body)).status).toBe(400);
  });

  it('can be tested only so often per minute', async () => {
    await put(ada, 'house', { ...everything(), services: { llm: { model: 'mind' } } });
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++)
      statuses.push((await call('POST', '/v1/providers/nobody/test', { key: ada.key })).status);
    expect([statuses.slice(0, 20).every((status) => status === 404), statuses[20]]).toEqual([true, 429]);
    expect((await call('POST', '/v1/providers/nobody/test', { key: bob.key })).status).toBe(404);
  });

  async function standIns() {
    const [realtime, gemini, deepgram] = await Promise.all([
      RealtimeStandIn.start({ apiKey: KEY }),
      GeminiStandIn.start({ apiKey: KEY }),
      DeepgramStandIn.start({ apiKey: KEY }),
    ]);
    for (const standIn of [realtime, gemini, deepgram]) closers.push(() => standIn.close());
    return [realtime, gemini, deepgram] as const;
  }

  async function listen(handler: Parameters<typeof createServer>[1] & object): Promise<string> {
    const server: Server = createServer(handler as never);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
});

const httpOf = (url: string): string => url.replace(/^ws/, 'http');
