import { gzipSync } from 'node:zlib';
import { SCOPES } from '../../src/common/access/scopes.js';
import { sharedApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { operationsOf } from './operations.js';
import { firstAnswerIn, sendRaw } from './raw-http.js';

/** Longest client text in a response. */
const MAX_REPEATED = 100;
const LONG = 'q'.repeat(20_000);

describe('HTTP response', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterAll(() => service?.close());

  it('names the missing scope in every operation that requires one', async () => {
    const none = await service.createKey(account, { scopes: [] });
    const operations = operationsOf(await call('GET', '/v1/openapi.json'));
    const closed = operations.filter(({ scope }) => SCOPES.some((known) => known === scope));
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path, name, scope } of closed) {
      const answer = await call(method, path.replace(/\{\w+\}/g, 'x'), {
        key: none,
        ...(method !== 'GET' && { body: {} }),
      });
      const expected = envelope(answer, 'FORBIDDEN', `The API key lacks the scope ${scope}.`);
      expect([name, answer.status, answer.body]).toEqual([name, 403, expected]);
    }
  });

  it.each<[string, (agentId: string) => [method: string, path: string, body?: object]]>([
    ['a field’s name', () => ['POST', agents(), { name: 'x', [LONG]: 1 }]],
    ['a nested field’s name', () => ['POST', agents(), { name: 'x', responseSettings: { [LONG]: 1 } }]],
    ['a parameter’s name', () => ['GET', `/v1/api-keys?${LONG.slice(0, 8_000)}=1`]],
    ['a field’s value', () => ['POST', agents(), { name: LONG }]],
    ['a name in a document', (id) => ['PUT', draft(id), saved({ [LONG]: 1 })]],
    [
      'a place in a document',
      (id) => ['PUT', draft(id), saved({ voice: { options: { [LONG]: 1n.toString() }, [LONG]: 1 } })],
    ],
    ['a name in a test set', (id) => ['POST', `/v1/agents/${id}/test-sets`, { name: 'x', [LONG]: 1 }]],
  ])('that rejects a request repeats at most 100 characters of %s', async (_what, request) => {
    const agentId = await service.createAgent(account);
    const [method, path, body] = request(agentId);
    const answer = await call(method, path, { key, body });
    expect([answer.status, answer.body]).toEqual([400, envelope(answer, 'SCHEMA_VALIDATION_FAILED')]);
    expect(/q+/.exec(String(answer.body.error))?.[0].length ?? 0).toBeLessThanOrEqual(MAX_REPEATED);
  });

  const agents = () => `/v1/accounts/${account.accountId}/agents`;
  const draft = (agentId: string) => `/v1/agents/${agentId}/draft`;
  const saved = (more: object) => ({ revision: 1, document: { ...SMALL_DOCUMENT, ...more } });

  it('names ten of ninety unknown fields and counts the rest', async () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`field${i}`, i]));
    const { body } = await call('POST', agents(), { key, body: { name: 'x', ...many } });
    expect(body.error.match(/unknown field/g)).toHaveLength(10);
    expect(body.error).toMatch(/and 80 more problems$/);
  });

  it.each([
    ['of a success', () => call('GET', '/v1/account', { key })],
    ['of a refusal', () => call('GET', '/v1/account')],
    ['of an unknown path', () => call('GET', '/v1/nowhere')],
    ['of a malformed path', () => call('GET', '/v1/agents/%ff/draft')],
    ['of health', () => call('GET', '/health')],
    ['of the OpenAPI document', () => call('GET', '/v1/openapi.json')],
  ])('forbids caching and content sniffing: %s', async (_name, ask: () => Promise<HttpAnswer>) => {
    const { headers } = await ask();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('to malformed HTTP uses the error envelope with a reason', async () => {
    for (const request of [
      'NONSENSE\r\n\r\n',
      'GET /v1/account HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      'POST /v1/api-keys HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ]) {
      const answer = firstAnswerIn(await sendRaw(service.baseUrl, request));
      expect([answer.status, answer.body]).toEqual([400, envelope(answer, 'BAD_REQUEST')]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each<[string, string, number, string]>([
    ['a request of HTTP/1.1 without Host', 'GET /v1/account HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'an expectation that nobody knows',
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nContent-Length: 2\r\n\r\n{}',
      417,
      'EXPECTATION_FAILED',
    ],
    ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['GET *', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'NOT_FOUND'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'NOT_FOUND'],
    ['a path without a slash', 'GET v1/account HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'headers beyond 16 KiB',
      `GET /v1/account HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
    ],
  ])('to %s has the envelope and a correlation id', async (_what, request, status, code) => {
    const answer = firstAnswerIn(await sendRaw(service.baseUrl, request));
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
    expect(answer.headers.get('x-service-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('rejects an unsupported content encoding', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const answer = await call('POST', agents(), { key, headers, rawBody: gzipSync('{"name":"x"}') });
    expect([answer.status, answer.body]).toEqual([415, envelope(answer, 'UNSUPPORTED_MEDIA_TYPE')]);
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it.each([
    ['GET', () => '/v1/account?colour=red'],
    ['GET', () => `${draft('none')}?limit=1`],
    ['GET', () => `${agents()}?colour=red`],
    ['POST', () => '/v1/api-keys?dryRun=true'],
  ])('rejects an unknown query parameter: %s', async (method, path) => {
    const body = method === 'POST' ? { name: 'x', scopes: ['agents:read'] } : undefined;
    const answer = await call(method, path(), { key, body });
    expect([answer.status, answer.body]).toEqual([
      400,
      envelope(
        answer,
        'SCHEMA_VALIDATION_FAILED',
        expect.stringMatching(/^unknown field (colour|limit|dryRun)$/),
      ),
    ]);
    expect((await call('GET', '/health?probe=1')).status).toBe(200);
  });

  it.each(['   ', '\u200b', 'Front\u202edesk', 'Front\u2066desk', 'a\nb', '\u200d\u3164', '\ufeffDesk'])(
    'rejects %j as any name',
    async (name) => {
      const agentId = await service.createAgent(account);
      const connectors = `/v1/agents/${agentId}/telephony/connectors`;
      for (const [path, body] of [
        [agents(), { name }],
        [connectors, { name }],
        ['/v1/api-keys', { name, scopes: ['agents:read'] }],
        [`/v1/agents/${agentId}/branches/main/knowledge-base/topics`, { name }],
        [`/v1/agents/${agentId}/test-sets`, { name }],
        ['/v1/webhook-endpoints', { name, url: 'https://a.example/', event_types: ['alerts.triggered'] }],
      ] as const) {
        const answer = await call('POST', path, { key, body });
        expect([path, answer.status]).toEqual([path, 400]);
      }
      // Escaping needed by scripts hides nothing.
      expect(
        (await call('POST', connectors, { key, body: { name: 'می\u200cخواهم 👩\u200d🚒' } })).status,
      ).toBe(201);
    },
  );

  it.each([
    ['GET', '/v1/nowhere', 404, 'NOT_FOUND'],
    ['PUT', '/v1/account', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/v1/agents/%00/draft', 400, 'MALFORMED_URL'],
    ['GET', '/v1/agents/%ff/draft', 400, 'MALFORMED_URL'],
    ['GET', '/v1/account?name=%ff', 400, 'MALFORMED_URL'],
  ])('to %s %s is %i %s', async (method, path, status, code) => {
    const answer = await call(method, path);
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
  });

  it('for the API page allows only our own files and no framing', async () => {
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui-init.js']) {
      const { headers } = await call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, policy.split('; ')]).toEqual([
        path,
        expect.arrayContaining(["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]),
      ]);
      expect(policy).not.toContain('script-src');
    }
    const page = await call('GET', '/docs');
    expect(String(page.body)).not.toMatch(/<script(?![^>]* src=)[^>]*>|\son\w+=/);
    expect((await call('GET', '/docs-of-others')).headers.get('content-security-policy')).toBeNull();
  });
});
