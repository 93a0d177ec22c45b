import type { EndpointSecrets } from '../../src/webhooks/endpoints/endpoint-secrets.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient, type HttpRequest } from '../support/http.js';

const PATH = '/v1/webhook-endpoints';
const valid = { name: 'Pager', url: 'https://example.com/hook', event_types: ['alerts.triggered'] };

describe('webhook endpoints', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  let call: (method: string, path: string, request?: HttpRequest) => Promise<HttpAnswer>;

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  async function create(body: object = valid): Promise<HttpAnswer['body']> {
    const answer = await call('POST', PATH, { key, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }

  it('are created with defaults and a secret shown once', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.stringMatching(/^whe_[A-Za-z0-9]+$/),
      ...valid,
      enabled: true,
      timeout_ms: 5_000,
      headers: {},
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: created.created_at,
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { signing_secret: _secret, ...endpoint } = created;
    const read = await call('GET', `${PATH}/${created.id}`, { key });
    expect(read).toMatchObject({ status: 200, body: endpoint });
    expect(read.body).not.toHaveProperty('signing_secret');
  });

  it('are changed by PATCH field by field, and returned whole', async () => {
    const { signing_secret: _secret, ...endpoint } = await create();
    const changes = [
      { name: 'x'.repeat(255) },
      { url: 'https://example.org/other?a=b' },
      { enabled: false },
      { event_types: ['alerts.resolved', 'alerts.triggered'] },
      { timeout_ms: 30_000 },
      { headers: { 'X-Team': 'voice' } },
    ];
    let expected = endpoint;
    for (const change of changes) {
      const answer = await call('PATCH', `${PATH}/${endpoint.id}`, { key, body: change });
      expected = { ...expected, ...change, updated_at: expect.any(String) };
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(expected);
    }
    const unchanged = await call('PATCH', `${PATH}/${endpoint.id}`, { key, body: {} });
    expect(unchanged).toMatchObject({ status: 200 });
    expect(unchanged.body).toEqual(expected);
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(256) }],
    [{ name: null }],
    [{ name: 1 }],
    [{ url: 'nonsense' }],
    [{ url: null }],
    [{ enabled: 'true' }],
    [{ enabled: null }],
    [{ event_types: [] }],
    [{ event_types: ['alerts.triggered', 'alerts.triggered'] }],
    [{ event_types: ['alerts.other'] }],
    [{ event_types: 'alerts.triggered' }],
    [{ event_types: null }],
    [{ timeout_ms: 999 }],
    [{ timeout_ms: 30_001 }],
    [{ timeout_ms: 1_000.5 }],
    [{ timeout_ms: '5000' }],
    [{ headers: { Host: 'x' } }],
    [{ headers: { 'X-A': 'a\r\nb' } }],
    [{ headers: null }],
    [{ headers: [] }],
    [{ signing_secret: 'whsec_mine' }],
    [{ id: 'whe_1' }],
    [{ unknown: 1 }],
  ])('reject the change %j with 400 and stay unchanged', async (change) => {
    const { signing_secret: _secret, ...endpoint } = await create();
    const answer = await call('PATCH', `${PATH}/${endpoint.id}`, { key, body: change });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
    expect((await call('GET', `${PATH}/${endpoint.id}`, { key })).body).toEqual(endpoint);
  });

  it.each([[[]], ['text'], [null], [1]])('reject %j as a body', async (body) => {
    const { id } = await create();
    expect((await call('PATCH', `${PATH}/${id}`, { key, body })).status).toBe(400);
  });

  it.each([['name'], ['url'], ['event_types']])('require a %s on creation', async (field) => {
    const body = { ...valid, [field]: undefined };
    expect(await call('POST', PATH, { key, body })).toMatchObject({ status: 400 });
  });

  it('answer 422 for a malformed id, and the same 404 for an unknown or foreign one', async () => {
    const { id } = await create();
    const stranger = await service.createKey(await service.createAccount());
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const request = (endpointId: string, by: string) =>
        call(method, `${PATH}/${endpointId}`, { key: by, body: method === 'PATCH' ? {} : undefined });
      for (const malformed of ['whe_', 'whe-1', 'evt_1', 'whe_%C3%A9', 'whe_a%20b']) {
        const answer = await request(malformed, key);
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual(envelope(answer, 'INVALID_WEBHOOK_ENDPOINT_ID'));
      }
      const unknown = await request('whe_unknown', key);
      const foreign = await request(id, stranger);
      expect([unknown.status, foreign.status]).toEqual([404, 404]);
      expect({ ...foreign.body, error_id: '' }).toEqual({ ...unknown.body, error_id: '' });
    }
    expect((await call('GET', `${PATH}/${id}`, { key })).status).toBe(200);
  });

  it('answer 403 to keys without the scope, and 401 without a key', async () => {
    const { id } = await create();
    const reader = await service.createKey(account, { scopes: ['webhooks:read', 'alerts:write'] });
    const writes: [string, string][] = [
      ['POST', PATH],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/rotate-secret`],
      ['POST', `${PATH}/${id}/test`],
      ['POST', `${PATH}/${id}/recover`],
    ];
    for (const [method, path] of writes) {
      const body = method === 'DELETE' ? undefined : {};
      expect(await call(method, path, { key: reader, body })).toMatchObject({ status: 403 });
      expect(await call(method, path, { body })).toMatchObject({ status: 401 });
    }
    const writer = await service.createKey(account, { scopes: ['webhooks:write'] });
    for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}/deliveries`, `${PATH}/${id}/health`]) {
      expect(await call('GET', path, { key: writer })).toMatchObject({ status: 403 });
      expect(await call('GET', path, { key: reader })).toMatchObject({ status: 200 });
    }
  });

  it('accept conversation and call events only from keys that may read these', async () => {
    const { id } = await create({ ...valid, event_types: ['alerts.resolved'] });
    const cases = [
      { event: 'conversation.ended', scope: 'conversations:read' },
      { event: 'outbound_call.ended', scope: 'calls:read' },
    ] as const;
    for (const { event, scope } of cases) {
      const body = { ...valid, event_types: ['alerts.resolved', event] };
      const without = await service.createKey(account, { scopes: ['webhooks:read', 'webhooks:write'] });
      for (const [method, path] of [
        ['POST', PATH],
        ['PATCH', `${PATH}/${id}`],
      ] as const) {
        const refused = await call(method, path, { key: without, body });
        expect(refused).toMatchObject({ status: 403 });
        expect(JSON.stringify(refused.body)).toContain(scope);
      }
      const reader = await service.createKey(account, { scopes: ['webhooks:read', 'webhooks:write', scope] });
      expect(await call('POST', PATH, { key: reader, body })).toMatchObject({ status: 201 });
    }
  });

  it('are paginated newest first, filtered by enabled and event type', async () => {
    const one = await create({ ...valid, name: 'one' });
    const two = await create({ ...valid, name: 'two', event_types: ['alerts.resolved'] });
    const three = await create({ ...valid, name: 'three', enabled: false });
    const ids = async (query: string) => {
      const { body } = await call('GET', `${PATH}${query}`, { key });
      return body.data.map((endpoint: { id: string }) => endpoint.id);
    };
    expect(await ids('')).toEqual([three.id, two.id, one.id]);
    expect(await ids('?enabled=true')).toEqual([two.id, one.id]);
    expect(await ids('?enabled=false')).toEqual([three.id]);
    expect(await ids('?event_type=alerts.resolved')).toEqual([two.id]);
    const first = await call('GET', `${PATH}?limit=2`, { key });
    expect(await ids(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([one.id]);
    expect(Object.keys((await call('GET', PATH, { key })).body)).toEqual(['data']);
    for (const bad of ['?enabled=yes', '?event_type=x', '?limit=0', '?limit=x', '?cursor=x', '?other=1']) {
      expect(await call('GET', `${PATH}${bad}`, { key })).toMatchObject({ status: 400 });
    }
  });

  it('rotate secrets with and without an overlap of 1 to 24 hours', async () => {
    const { id, signing_secret } = await create();
    const rotate = (body?: unknown) => call('POST', `${PATH}/${id}/rotate-secret`, { key, body });
    const first = await rotate();
    expect(first).toMatchObject({ status: 200, body: { signing_secret: expect.stringMatching(/^whsec_/) } });
    expect(first.body.signing_secret).not.toBe(signing_secret);
    expect(await rotate({ overlap_hours: 24 })).toMatchObject({ status: 200 });
    for (const overlap_hours of [0, 25, 1.5, '1', null]) {
      expect(await rotate({ overlap_hours })).toMatchObject({ status: 400 });
    }
  });

  it('mask credentials in headers, keep them when the mask is sent back, and never send them to another host', async () => {
    const headers = { Authorization: 'Bearer needle', 'X-Team': 'voice' };
    const created = await create({ ...valid, headers });
    const masked = { Authorization: '********', 'X-Team': 'voice' };
    const path = `/v1/webhook-endpoints/${created.id}`;
    expect(created.headers).toEqual(masked);
    const stored = async () => {
      const { id, headersSealed } = await service.prisma.webhookEndpoint.findUniqueOrThrow({
        where: { id: created.id },
      });
      return service.provider<EndpointSecrets>('EndpointSecrets').openHeaders(id, headersSealed);
    };
    const patch = (body: object) => call('PATCH', path, { key, body });
    expect((await patch({ headers: { ...masked, 'X-Team': 'night' } })).body.headers).toEqual({
      ...masked,
      'X-Team': 'night',
    });
    expect(await stored()).toEqual({ ...headers, 'X-Team': 'night' });
    const { origin } = new URL(created.url);
    expect((await patch({ url: `${origin}/elsewhere` })).body.headers.Authorization).toBe('********');
    const other = 'https://example.org/hook';
    const refused = await patch({ url: other, headers: masked });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('headers.Authorization must be given anew'),
    ]);
    expect((await patch({ url: other })).body.headers).toEqual({ 'X-Team': 'night' });
    expect(await stored()).toEqual({ 'X-Team': 'night' });
  });

  it('store secrets and headers encrypted', async () => {
    const created = await create({ ...valid, headers: { Authorization: 'Bearer needle-in-a-haystack' } });
    const rotated = await call('POST', `${PATH}/${created.id}/rotate-secret`, {
      key,
      body: { overlap_hours: 1 },
    });
    const rows = await service.prisma.$queryRaw<{ row: string }[]>`
      SELECT endpoint::text AS row FROM webhook_endpoints endpoint WHERE account_id = ${account.accountId}
      UNION ALL SELECT entry::text FROM audit_log entry WHERE account_id = ${account.accountId}`;
    const dump = rows.map(({ row }) => row).join('\n');
    expect(dump).toContain(created.id);
    for (const secret of [created.signing_secret, rotated.body.signing_secret, 'needle-in-a-haystack']) {
      expect(dump).not.toContain(secret.replace('whsec_', ''));
    }
  });

  it('audit each change without the values', async () => {
    const { id } = await create();
    await call('PATCH', `${PATH}/${id}`, { key, body: { enabled: false, name: 'quiet' } });
    await call('POST', `${PATH}/${id}/rotate-secret`, { key });
    await call('DELETE', `${PATH}/${id}`, { key });
    const entries = await service.prisma.auditEntry.findMany({
      where: { resourceId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'webhook_endpoint.create',
      'webhook_endpoint.update',
      'webhook_endpoint.rotate_secret',
      'webhook_endpoint.delete',
    ]);
    expect(JSON.stringify(entries)).not.toContain('quiet');
  });
});
