import { randomUUID } from 'node:crypto';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';

describe('agents, drafts, deployments and connectors over HTTP', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  let call: (method: string, path: string, body?: unknown, withKey?: string) => Promise<HttpAnswer>;
  const refused = (answer: HttpAnswer, status: number, code: string) => {
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    expect(answer.body).toEqual(envelope(answer, code));
  };

  beforeAll(async () => {
    service = sharedApp();
    const client = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    call = (method, path, body, withKey = key) => client(method, path, { key: withKey, body });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    agentId = await service.createAgent(account);
  });

  describe('agents', () => {
    const agents = () => `/v1/accounts/${account.accountId}/agents`;

    it('are created with a generated or chosen id, listed, renamed, copied and deleted', async () => {
      const created = await call('POST', agents(), {
        name: 'Front desk',
        responseSettings: { greeting: 'Hi.' },
        voiceSettings: { voiceId: 'v' },
        llmSettings: { modelId: 'm' },
        experimentalConfig: { beta: { on: true } },
      });
      expect(created.status).toBe(200);
      expect(created.body).toEqual({
        accountId: account.accountId,
        agentId: expect.stringMatching(/^[a-zA-Z0-9-]+$/),
        agentName: 'Front desk',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        branchCount: 1,
      });
      const path = `/v1/agents/${created.body.agentId}`;
      expect((await call('GET', `${path}/draft`)).body.document).toEqual({
        schemaVersion: 1,
        greeting: 'Hi.',
        languageCode: 'en-GB',
        voice: { voiceId: 'v' },
        llm: { modelId: 'm' },
      });
      expect((await call('PATCH', path, { name: 'Night desk' })).body.agentName).toBe('Night desk');
      const copy = await call('POST', `${path}/duplicate`);
      expect([copy.status, copy.body.agentName]).toEqual([200, 'Copy of Night desk']);
      const stored = await service.prisma.agent.findUnique({ where: { id: copy.body.agentId } });
      expect(stored?.experimentalConfig).toEqual({ beta: { on: true } });
      const listed = (await call('GET', agents())).body.map((agent: { agentId: string }) => agent.agentId);
      expect(listed).toEqual(expect.arrayContaining([created.body.agentId, copy.body.agentId]));
      const gone = await call('DELETE', path);
      expect([gone.status, gone.body]).toEqual([204, '']);
      refused(await call('GET', path), 404, 'PROJECT_NOT_FOUND');
    });

    it.each([
      ['today', { newAgentName: 'Twin', newAgentId: 'ID' }],
      ['the last release', { name: 'Twin', agentId: 'ID' }],
      ['both', { newAgentName: 'Twin', newAgentId: 'ID', name: 'Old', agentId: 'old' }],
    ])('are copied under the name and id given by a client of %s', async (_release, body) => {
      const id = `twin-${randomUUID()}`;
      const named = JSON.parse(JSON.stringify(body).replace('"ID"', JSON.stringify(id)));
      const { status, body: copy } = await call('POST', `/v1/agents/${agentId}/duplicate`, named);
      expect([status, copy.agentName, copy.agentId]).toEqual([200, 'Twin', id]);
    });

    it('answer long unknown ids like short ones', async () => {
      refused(await call('GET', `/v1/agents/${'a'.repeat(4_000)}`), 404, 'PROJECT_NOT_FOUND');
      refused(await call('GET', `/v1/alert-rules/ar_${'a'.repeat(4_000)}`), 404, 'ALERT_RULE_NOT_FOUND');
    });

    it('are paginated without duplicates', async () => {
      const owner = await service.createAccount();
      const ownKey = await service.createKey(owner);
      const made = new Set<string>();
      for (let i = 0; i < 5; i++) made.add(await service.createAgent(owner));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await call(
          'GET',
          `/v1/accounts/${owner.accountId}/agents?limit=2${query}`,
          undefined,
          ownKey,
        );
        seen.push(...page.body.map((agent: { agentId: string }) => agent.agentId));
        cursor = page.headers.get('x-next-cursor');
      }
      expect(seen).toHaveLength(5);
      expect(new Set(seen)).toEqual(made);
    });

    it.each([
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'x', agentId: 'a_b' }, 'agentId'],
      [{ name: 'x', agentId: null }, 'agentId'],
      [{ name: 'x', colour: 'red' }, 'unknown field colour'],
      [{ name: 'x', responseSettings: { greet: 'hi' } }, 'unknown field responseSettings.greet'],
      [{ name: 'x', responseSettings: { languageCode: 'English' } }, '/languageCode'],
      [{ name: 'x', experimentalConfig: [] }, 'experimentalConfig'],
    ])('reject the body %j with %s', async (body, said) => {
      const answer = await call('POST', agents(), body);
      refused(answer, 400, 'SCHEMA_VALIDATION_FAILED');
      expect(answer.body.error_message).toContain(said);
    });

    it('reject a taken id, another account and a limited key', async () => {
      refused(await call('POST', agents(), { name: 'x', agentId }), 409, 'PROJECT_ID_ALREADY_EXISTS');
      refused(await call('POST', '/v1/accounts/acc_other/agents', { name: 'x' }), 404, 'ACCOUNT_NOT_FOUND');
      const limited = await service.createKey(account, { agentIds: [agentId] });
      refused(await call('POST', agents(), { name: 'x' }, limited), 403, 'FORBIDDEN');
      expect((await call('GET', agents(), undefined, limited)).body).toHaveLength(1);
      refused(await call('GET', '/v1/agents/other', undefined, limited), 404, 'PROJECT_NOT_FOUND');
    });
  });

  describe('drafts', () => {
    const draft = () => `/v1/agents/${agentId}/draft`;
    const document = { schemaVersion: 1, greeting: 'Hello there.' };
    const hours = { name: 'hours', examples: ['When are you open?'], reply: 'From nine.' };
    const bye = { name: 'bye', examples: ['Bye'], reply: 'Bye.' };
    const lookUp = {
      name: 'look_up',
      description: 'Looks up.',
      http: { method: 'GET', url: 'https://example.com/' },
    };

    it('increment the revision with each change and reject a change of an older one', async () => {
      const saved = await call('PUT', draft(), { revision: 1, document });
      expect(saved.body).toMatchObject({ agentId, revision: 2, document, updatedBy: account.email });
      refused(await call('PUT', draft(), { revision: 1, document }), 409, 'DRAFT_REVISION_CONFLICT');
      const patch = { greeting: null, prompt: 'Be kind.' };
      const patched = await call('PATCH', draft(), { revision: 2, document: patch });
      expect(patched.body).toMatchObject({ revision: 3, document: { schemaVersion: 1, prompt: 'Be kind.' } });
      expect(patched.body.document).not.toHaveProperty('greeting');
    });

    it('can be written back in full, however large', async () => {
      const path = `/v1/agents/${agentId}/draft`;
      for (const id of ['a', 'b', 'c']) {
        const { revision } = (await call('GET', path)).body;
        const document = { variants: { [id]: { overrides: { prompt: `${'ä '.repeat(15_000)}.` } } } };
        expect((await call('PATCH', path, { revision, document })).status).toBe(200);
      }
      const { revision, document } = (await call('GET', path)).body;
      const whole = JSON.stringify({ revision, document }, null, 2);
      expect(Buffer.byteLength(whole)).toBeGreaterThan(130_000);
      const saved = await httpClient(service.baseUrl)('PUT', path, { key, rawBody: whole });
      expect([saved.status, saved.body.document]).toEqual([200, document]);
      // Other bodies keep their small limit.
      const other = { name: 'x', scopes: ['agents:read'], agentIds: ['a'.repeat(110_000)] };
      refused(await call('POST', '/v1/api-keys', other), 413, 'PAYLOAD_TOO_LARGE');
      const beyond = { revision: revision + 1, document: { ...document, greeting: 'a'.repeat(2_200_000) } };
      refused(await call('PUT', path, beyond), 413, 'PAYLOAD_TOO_LARGE');
    });

    it('accept a merge patch only with its content type, unlike other operations', async () => {
      const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' };
      const client = httpClient(service.baseUrl);
      const body = { revision: 1, document: { greeting: null, prompt: 'Be kind.' } };
      const patched = await client('PATCH', draft(), { key, headers, body });
      expect(patched).toMatchObject({ status: 200, body: { revision: 2, document: { prompt: 'Be kind.' } } });
      expect(patched.body.document).not.toHaveProperty('greeting');
      const replace = { key, headers, body: { revision: 2, document } };
      refused(await client('PUT', draft(), replace), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });

    it('from before turn-taking groups keep their wording and version, and accept both names in patches', async () => {
      const old = { ...document, turnTaking: { endpointingMinMs: 700, noInputPrompts: ['Hello?'] } };
      const saved = await call('PUT', draft(), { revision: 1, document: old });
      expect(saved.body).toMatchObject({ document: old, version: '765dabbd929e8776e4a40815f9289057' });
      const patch = { turnTaking: { endpointing: { minMs: 800 } } };
      const patched = await call('PATCH', draft(), { revision: 2, document: patch });
      const turnTaking = { noInputPrompts: ['Hello?'], endpointing: { minMs: 800 } };
      expect(patched.body.document).toEqual({ ...document, turnTaking });
      const former = { turnTaking: { endpointingMinMs: 900 } };
      const again = await call('PATCH', draft(), { revision: 3, document: former });
      expect(again.body.document.turnTaking).toEqual({
        ...turnTaking,
        endpointing: {},
        endpointingMinMs: 900,
      });
    });

    it('let one of two concurrent edits win', async () => {
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => call('PUT', draft(), { revision: 1, document })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    });

    it.each([
      [{ schemaVersion: 2 }, '/schemaVersion must be 1'],
      [{ ...document, greting: 'x' }, 'the document has an unknown field greting'],
      [{ ...document, llm: { temperature: 9 } }, '/llm/temperature must be <= 2'],
      [
        { ...document, turnTaking: { endpointingMinMs: 900, endpointingMaxMs: 800 } },
        '/turnTaking/endpointingMinMs must be <= /turnTaking/endpointingMaxMs',
      ],
      [
        { ...document, turnTaking: { endpointing: { minMs: 900 }, endpointingMaxMs: 800 } },
        '/turnTaking/endpointing/minMs must be <= /turnTaking/endpointingMaxMs',
      ],
      [
        { ...document, turnTaking: { interruptions: true, interruption: { enabled: false } } },
        '/turnTaking/interruptions is another value than /turnTaking/interruption/enabled',
      ],
      [{ ...document, intents: [hours, bye, hours] }, '/intents/2/name is the same as /intents/0/name'],
      [
        { ...document, variants: { b: { overrides: { tools: [lookUp, lookUp] } } } },
        '/variants/b/overrides/tools/1/name is the same as /variants/b/overrides/tools/0/name',
      ],
      [
        { ...document, variants: { a: { overrides: { foo: 1 } } } },
        '/variants/a/overrides has an unknown field foo',
      ],
    ])('reject %j with a path and a reason', async (bad, said) => {
      const answer = await call('PUT', draft(), { revision: 1, document: bad });
      refused(answer, 400, 'SCHEMA_VALIDATION_FAILED');
      expect(answer.body.error_message).toContain(said);
    });

    it('have a public JSON Schema', async () => {
      const answer = await httpClient(service.baseUrl)('GET', '/v1/schemas/agent-document');
      expect(answer.headers.get('content-type')).toContain('application/schema+json');
      expect(answer.body.required).toEqual(['schemaVersion']);
    });
  });

  describe('deployments', () => {
    const path = () => `/v1/agents/${agentId}/deployments`;
    const publish = async (environment = 'sandbox') =>
      (await call('POST', `${path()}/publish`, { environment })).body.deployment;

    it('are promoted by stage with the same version and artifact', async () => {
      const published = await publish();
      const next = await call('POST', `${path()}/${published.id}/promote`);
      expect([next.status, next.body.testRunIds]).toEqual([200, []]);
      expect(next.body.deployment).toMatchObject({
        environment: 'pre-release',
        version: published.version,
        artifactVersion: published.artifactVersion,
        metadata: { deployment_type: 'promotion', source_deployment_id: published.id },
      });
      const skip = await call('POST', `${path()}/${published.id}/promote`, { targetEnvironment: 'live' });
      expect(skip.body.deployment.environment).toBe('live');
      const { id } = skip.body.deployment;
      refused(await call('POST', `${path()}/${id}/promote`), 400, 'DEPLOYMENTS_INVALID_PROMOTION');
      const back = await call('POST', `${path()}/${id}/promote`, { targetEnvironment: 'pre-release' });
      refused(back, 400, 'DEPLOYMENTS_INVALID_PROMOTION');
      const sandbox = await call('POST', `${path()}/${id}/promote`, { targetEnvironment: 'sandbox' });
      refused(sandbox, 400, 'DEPLOYMENTS_INVALID_ENVIRONMENT');
      refused(await call('POST', `${path()}/dep_none/promote`), 404, 'DEPLOYMENT_NOT_FOUND');
    });

    it('are rolled back to an old artifact by a new active deployment', async () => {
      const first = await publish();
      await call('PATCH', `/v1/agents/${agentId}/draft`, { revision: 1, document: { greeting: 'New.' } });
      const second = await publish();
      const back = await call('POST', `${path()}/${first.id}/rollback`, { deploymentMessage: 'Oops' });
      expect(back.status).toBe(200);
      expect(back.body.deployment).toMatchObject({
        environment: 'sandbox',
        version: first.version,
        artifactVersion: first.artifactVersion,
        metadata: { deployment_message: 'Oops', deployment_type: 'rollback', source_deployment_id: first.id },
      });
      const listed = await call('GET', `${path()}?environment=sandbox`);
      const ids = listed.body.deployments.map((deployment: { id: string }) => deployment.id);
      expect(ids).toEqual([back.body.deployment.id, second.id, first.id]);
      const active = await call('GET', `${path()}/active`);
      expect(active.body).toEqual({
        activeDeployments: { sandbox: back.body.deployment, 'pre-release': null, live: null },
      });
      expect((await call('GET', `${path()}/${first.id}`)).body).toEqual({ deployment: first });
      const diff = await call('GET', `${path()}/diff?from=${first.id}&to=${second.version}`);
      expect(diff.body).toEqual({
        from: { version: first.version },
        to: { version: second.version },
        changes: [{ path: '/greeting', before: 'Hello.', after: 'New.' }],
      });
    });

    it('are paginated, newest first', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) ids.unshift((await publish('live')).id);
      const one = await call('GET', `${path()}?environment=live&limit=2`);
      const two = await call('GET', `${path()}?environment=live&limit=2&cursor=${one.body.nextCursor}`);
      const listed = [...one.body.deployments, ...two.body.deployments].map(({ id }: { id: string }) => id);
      expect(listed).toEqual(ids);
      expect(two.body).not.toHaveProperty('nextCursor');
    });

    it('require an environment and a valid limit and cursor for listing', async () => {
      for (const query of ['', '?environment=', '?environment=prod']) {
        refused(await call('GET', path() + query), 400, 'DEPLOYMENTS_INVALID_ENVIRONMENT');
      }
      for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=!', 'cursor=%7B%7D', 'page=2']) {
        refused(await call('GET', `${path()}?environment=live&${query}`), 400, 'SCHEMA_VALIDATION_FAILED');
      }
    });
  });

  describe('connectors', () => {
    const path = () => `/v1/agents/${agentId}/telephony/connectors`;

    it('are created with a token shown once, changed, rotated and deleted', async () => {
      const created = await call('POST', path(), { name: 'Widget', clientEnv: 'live', variantId: 'v1' });
      expect(created.status).toBe(201);
      const { token, ...connector } = created.body;
      expect(token).toMatch(/^ect_[0-9A-Za-z]{49}$/);
      expect(connector).toEqual({
        connectorId: expect.stringMatching(/^con_/),
        name: 'Widget',
        accountId: account.accountId,
        projectId: agentId,
        clientEnv: 'live',
        variantId: 'v1',
        asrLangCode: '',
        ttsLangCode: '',
        voiceName: '',
        disableHandoff: false,
        mintsCallTokens: false,
        publicAccess: null,
        widgetLook: {},
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      const one = `${path()}/${connector.connectorId}`;
      expect((await call('GET', one)).body).toEqual(connector);
      expect((await call('GET', path())).body).toEqual({ connectors: [connector] });
      const changed = await call('PATCH', one, { variantId: null, clientEnv: 'sandbox' });
      expect(changed.body).toMatchObject({ name: 'Widget', variantId: '', clientEnv: 'sandbox' });
      const widgetLook = { name: 'Harbour', accent: '#16365a', picture: 'data:image/webp;base64,UklGRg==' };
      expect((await call('PATCH', one, { widgetLook })).body.widgetLook).toEqual(widgetLook);
      for (const wrong of [{ accent: 'navy' }, { name: 'n'.repeat(301) }, { onclick: 'x' }]) {
        const refused = await call('PATCH', one, { widgetLook: wrong });
        expect(refused.body.error_message).toMatch(/^widgetLook\S* must be valid, for example \{/);
      }
      const rotated = await call('POST', `${one}/rotate-token`, { overlapHours: 2 });
      expect([rotated.status, rotated.body.previousTokenExpiresAt]).toEqual([200, expect.any(String)]);
      const deleted = await call('DELETE', one);
      expect([deleted.status, deleted.body]).toEqual([
        200,
        { deletedConnector: connector.connectorId, deletedPhoneNumbers: [] },
      ]);
      refused(await call('GET', one), 404, 'CONNECTORS_NOT_FOUND');
    });

    const make = async (body: object = {}) =>
      (await call('POST', path(), { name: 'Widget', ...body })).body.connectorId as string;

    it('accept updates written back by hosted platform clients, without empty overrides', async () => {
      const one = `${path()}/${await make({ voiceName: 'alba', disableHandoff: true })}`;
      const { variantId, asrLangCode } = (await call('GET', one)).body;
      const changed = await call('PATCH', one, { variantId, asrLangCode, voiceName: '', projectId: agentId });
      expect(changed.body).toMatchObject({
        variantId: '',
        asrLangCode: '',
        voiceName: '',
        disableHandoff: true,
      });
      const [stored] = await service.prisma.connector.findMany({ where: { agentId } });
      expect(stored).toMatchObject({ variantId: null, asrLangCode: null, voiceName: null });
    });

    it('move only to another agent of the account', async () => {
      const id = await make();
      const target = await service.createAgent(account);
      const foreign = await service.createAgent(await service.createAccount());
      const limited = await service.createKey(account, { agentIds: [agentId] });
      for (const [projectId, withKey] of [
        [foreign, key],
        ['nobody', key],
        [target, limited],
      ]) {
        const refusal = await call('PATCH', `${path()}/${id}`, { projectId }, withKey);
        refused(refusal, 404, 'PROJECT_NOT_FOUND');
      }
      expect((await call('PATCH', `${path()}/${id}`, { projectId: target })).body.projectId).toBe(target);
      refused(await call('GET', `${path()}/${id}`), 404, 'CONNECTORS_NOT_FOUND');
      expect((await call('GET', `/v1/agents/${target}/telephony/connectors/${id}`)).status).toBe(200);
    });

    it('are all listed, in any number', async () => {
      const { accountId } = account;
      const rows = Array.from({ length: 60 }, (_, i) => ({
        ...{ id: `con_${randomUUID().replaceAll('-', '')}`, accountId, agentId },
        ...{ name: `Widget ${i}`, environment: 'live' as const },
      }));
      await service.prisma.connector.createMany({ data: rows });
      for (const query of ['', '?limit=2']) {
        const { body } = await call('GET', path() + query);
        expect([body.connectors.length, Object.keys(body)]).toEqual([60, ['connectors']]);
      }
    });

    it('are found and changed in batches, each independently', async () => {
      const [one, two] = [await make(), await make()];
      const connectorIds = [two, 'con_none', one];
      const found = await call('POST', `${path()}/batch`, { connectorIds });
      expect(found.status).toBe(200);
      expect(found.body.found.map(({ connectorId }: { connectorId: string }) => connectorId)).toEqual([
        two,
        one,
      ]);
      expect(found.body.notFound).toEqual(['con_none']);
      const updates = connectorIds.map((connectorId) => ({ connectorId, voiceName: 'alba' }));
      const changed = await call('PATCH', `${path()}/batch`, { updates });
      expect([changed.status, changed.body]).toEqual([
        200,
        {
          results: [
            { connectorId: two, success: true, data: expect.objectContaining({ voiceName: 'alba' }) },
            { connectorId: 'con_none', success: false, error: 'No such connector.' },
            { connectorId: one, success: true, data: expect.objectContaining({ voiceName: 'alba' }) },
          ],
        },
      ]);
      for (const bad of [
        { updates: [] },
        { updates: [{ voiceName: 'alba' }] },
        { updates: [{ connectorId: one, y: 1 }] },
      ])
        refused(await call('PATCH', `${path()}/batch`, bad), 400, 'CONNECTORS_VALIDATION_FAILED');
      for (const bad of [{ connectorIds: [] }, { connectorIds: [one, one] }, { connectorIds: one }])
        refused(await call('POST', `${path()}/batch`, bad), 400, 'CONNECTORS_VALIDATION_FAILED');
    });

    it.each([
      {},
      { name: '' },
      { name: 'x', clientEnv: 'prod' },
      { name: 'x', asrLangCode: '?' },
      { name: 'x', y: 1 },
      [],
    ])('reject the body %j', async (body) => {
      const answer = await call('POST', path(), body);
      refused(answer, 400, 'CONNECTORS_VALIDATION_FAILED');
    });
  });

  describe('input validation', () => {
    it('reports the field and its fault first', async () => {
      const put = await call('PUT', `/v1/agents/${agentId}/draft`, { document: { schemaVersion: 1 } });
      refused(put, 400, 'SCHEMA_VALIDATION_FAILED');
      expect(put.body.error_message).toBe('revision must be an integer number');
    });

    it.each(['20261122', '2026-W01', '2026-11-22T10', '2026-11-22T10:30:00,5Z', '2026-02-30', ''])(
      'rejects an instant like %j in every field',
      async (text) => {
        const query = encodeURIComponent(text);
        const endpoint = '/v1/webhook-endpoints/whe_none/recover';
        const answers = [
          await call('GET', `/v1/conversations?from=${query}`),
          await call('GET', `/v1/conversations?to=${query}`),
          await call('POST', '/v1/api-keys', { name: 'x', scopes: ['agents:read'], expiresAt: text }),
          await call('POST', endpoint, { since: text }),
        ];
        for (const answer of answers) refused(answer, 400, 'SCHEMA_VALIDATION_FAILED');
      },
    );

    it.each(['0001-01-01T00:00:00Z', '1850-06-01t12:00:00z', '9999-12-31T23:59:60+12:00', '2026-11-22'])(
      'rejects the instant %s',
      async (text) => {
        const query = encodeURIComponent(text);
        expect((await call('GET', `/v1/conversations?from=${query}&to=${query}`)).status).toBe(200);
        refused(
          await call('POST', '/v1/webhook-endpoints/whe_none/recover', { since: text }),
          404,
          'WEBHOOK_ENDPOINT_NOT_FOUND',
        );
      },
    );

    it('answers a wrong method with 405 when the router would match an id', async () => {
      for (const [method, path, allowed] of [
        ['OPTIONS', `/v1/agents/${agentId}/deployments/publish`, 'POST'],
        ['GET', `/v1/agents/${agentId}/deployments/publish`, 'POST'],
        ['DELETE', `/v1/agents/${agentId}/telephony/connectors/batch`, 'PATCH, POST'],
      ] as const) {
        const answer = await call(method, path);
        refused(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).toBe(allowed);
      }
    });
  });

  it('are audited, change by change', async () => {
    await call('PATCH', `/v1/agents/${agentId}`, { name: 'Logged' });
    const { body } = await call('GET', '/v1/audit-log?limit=1');
    expect(body).toEqual({
      entries: [
        {
          id: expect.stringMatching(/^aud_/),
          action: 'agent.rename',
          resourceId: agentId,
          agentId,
          actorEmail: account.email,
          actorKeyId: expect.stringMatching(/^ak_/),
          actorPersonId: null,
          correlationId: expect.any(String),
          details: null,
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
      nextCursor: expect.any(String),
    });
  });
});
