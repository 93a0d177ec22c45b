import { readFileSync } from 'node:fs';
import { ROLES } from '../../src/common/access/roles.js';
import { type Scope, SCOPES } from '../../src/common/access/scopes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { dumpDatabase } from '../support/dump.js';
import { envelope, type HttpAnswer, type HttpRequest, httpClient } from '../support/http.js';
import { ACCESS, HANDED_ON } from './access-table.js';
import {
  addOwn,
  createFullTenant,
  exampleFor,
  FULL_TENANT_OVERRIDES,
  FULL_TENANT_SETTINGS,
  type FullTenant,
  type Ids,
} from './full-tenant.js';
import { inParallel } from '../support/in-parallel.js';
import { Browser, createPerson } from '../support/people.js';
import { until } from '../support/until.js';
import { fill, type Operation, operationsOf } from './operations.js';

/** Names of secrets and providers are per account: another account sets or tests its own. */
const OWN_NAMES = new Set([
  'PUT /v1/secrets/{secretName}',
  'PUT /v1/providers/{providerName}',
  'POST /v1/providers/{providerName}/models',
]);

describe('every OpenAPI operation', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let operations: Operation[];
  let owner: FullTenant;
  let stranger: FullTenant;

  beforeAll(async () => {
    // Only the requests may change the database.
    const quiet = {
      WEBHOOK_DELIVERY_ENABLED: 'false',
      ALERT_EVALUATION_ENABLED: 'false',
    };
    service = await createTestApp({
      env: { ...FULL_TENANT_SETTINGS, ...quiet },
      overrides: { ...FULL_TENANT_OVERRIDES, knowledge: { embeddingPollMs: 600_000 } },
    });
    call = httpClient(service.baseUrl);
    operations = operationsOf(await call('GET', '/v1/openapi.json'));
    owner = await createFullTenant(service);
    stranger = await createFullTenant(service);
  });
  afterAll(() => service?.close());

  async function send(operation: Operation, key: string | undefined, ids: Ids): Promise<HttpAnswer> {
    return call(operation.method, fill(operation, ids), { key, ...(await bodyFor(operation, ids)) });
  }

  async function bodyFor(operation: Operation, ids: Ids): Promise<HttpRequest> {
    const { fileType } = operation;
    if (fileType === undefined) return { body: await exampleFor(service, operation, ids) };
    return { headers: { 'content-type': fileType }, rawBody: 'Be kind.' };
  }

  /** Operations that need their own object. */
  const endsSomething = ({ method, name }: Operation) =>
    method === 'DELETE' || /[{](rolloutId|pendingDeploymentId)[}]\/|\/experiment\/promote$/.test(name);
  const accessTo = ({ name }: Operation) => ACCESS[name];
  const closedOnes = () =>
    operations.filter((operation) => !['public', 'person'].includes(accessTo(operation) ?? 'public'));
  const forPeople = () => operations.filter((operation) => accessTo(operation) === 'person');
  /** The whole database after earlier background work is done. */
  async function dump() {
    const unfinished = { state: { in: ['queued' as const, 'running' as const] } };
    await until(
      'no test run is under way',
      async () => (await service.prisma.testRun.count({ where: unfinished })) === 0,
      30_000,
    );
    return dumpDatabase((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values), {
      // Changes of stored bytes are summed in the background.
      tables: ['instances', 'stored_bytes', 'stored_bytes_changes'],
      // Pending gates are evaluated repeatedly.
      columns: ['last_used_at', 'gates'],
    });
  }

  it('is listed in the access table, which has no others', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(ACCESS).sort());
  });

  it('documents its access as in the table', () => {
    const documented = operations.map(({ name, scope }) => [name, scope ?? 'public']);
    expect(Object.fromEntries(documented)).toEqual(ACCESS);
  });

  it('answers 401 without a key and 403 to a key with every scope but its own', async () => {
    const before = await dump();
    const keys = new Map<string, string>();
    for (const scope of SCOPES) keys.set(scope, await keyWith(SCOPES.filter((other) => other !== scope)));
    await inParallel(closedOnes(), async (operation) => {
      const anonymous = await send(operation, undefined, owner.ids);
      expect([operation.name, anonymous.status]).toEqual([operation.name, 401]);
      expect(anonymous.body).toEqual(envelope(anonymous, 'UNAUTHORIZED'));
      const scope = accessTo(operation);
      if (scope === 'any') return;
      const refused = await send(operation, keys.get(scope ?? ''), owner.ids);
      expect([operation.name, refused.status]).toEqual([operation.name, 403]);
      expect(refused.body).toEqual(envelope(refused, 'FORBIDDEN'));
    });
    expect(Object.values(before).flat().length).toBeGreaterThan(40);
    const after = await dump();
    expect({ ...after, api_keys: undefined }).toEqual({ ...before, api_keys: undefined });
  });

  it('works with its scope, and any scopes it grants, alone', async () => {
    for (const operation of closedOnes()) {
      const scope = accessTo(operation);
      const handedOn = HANDED_ON[operation.name] ?? [];
      const key = await keyWith(SCOPES.filter((one) => one === scope || handedOn.includes(one)));
      const ids = endsSomething(operation) ? await addOwn(service, owner, operation) : owner.ids;
      const { status } = await send(operation, key, ids);
      expect([scope, operation.name, status]).toEqual([scope, operation.name, operation.success]);
    }
  });

  it.each(ROLES)(
    'works for people who are %s if the role has its scope, and answers 403 otherwise',
    async (role) => {
      const person = await createPerson(service, owner, role);
      const page = await Browser.of(service, person);
      const ask = async (operation: Operation, ids: Ids) =>
        page.send(operation.method, fill(operation, ids), await bodyFor(operation, ids));
      const isAllowed = (operation: Operation) =>
        ROLES.indexOf(role) >= ROLES.indexOf(leastRoleFor(accessTo(operation)));
      for (const operation of closedOnes().filter(isAllowed)) {
        const ids = endsSomething(operation) ? await addOwn(service, owner, operation) : owner.ids;
        const { status } = await ask(operation, ids);
        expect([operation.name, status]).toEqual([operation.name, operation.success]);
      }
      const others = closedOnes().filter((operation) => !isAllowed(operation));
      await inParallel(others, async (operation) => {
        const answer = await ask(operation, owner.ids);
        expect([operation.name, answer.status]).toEqual([operation.name, 403]);
        expect(answer.body).toEqual(envelope(answer, 'FORBIDDEN', expect.stringContaining(role)));
      });
    },
    180_000,
  );

  it('reserved for people answers 403 to a key with every scope and 401 without a key', async () => {
    expect(forPeople().length).toBeGreaterThan(2);
    await inParallel(forPeople(), async (operation) => {
      const refused = await send(operation, owner.key, owner.ids);
      expect([operation.name, refused.body]).toEqual([operation.name, envelope(refused, 'FORBIDDEN')]);
      const anonymous = await send(operation, undefined, owner.ids);
      expect([operation.name, anonymous.body]).toEqual([operation.name, envelope(anonymous, 'UNAUTHORIZED')]);
    });
  });

  it("that changes data is refused without the session's CSRF token and changes no row", async () => {
    const page = await Browser.of(service, await createPerson(service, owner));
    page.csrfToken = undefined;
    const before = await dump();
    const changes = [...closedOnes(), ...forPeople()].filter(({ method }) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(40);
    await inParallel(changes, async (operation) => {
      const body = await bodyFor(operation, owner.ids);
      const answer = await page.send(operation.method, fill(operation, owner.ids), body);
      expect([operation.name, answer.body]).toEqual([operation.name, envelope(answer, 'CSRF_TOKEN_INVALID')]);
    });
    expect(await dump()).toEqual(before);
  });

  const keyWith = (scopes: readonly (typeof SCOPES)[number][]) => service.createKey(owner, { scopes });

  it("answers 404 to another tenant for any of the owner's ids, as for unknown ids, and changes no row", async () => {
    const before = await dump();
    await inParallel(closedOnes(), async (operation) => {
      if (OWN_NAMES.has(operation.name)) return;
      // Environment names are shared, and so are numbers an account gives its own agent.
      const words = ['clientEnv', 'environment'];
      const shared = operation.name.startsWith('POST ') ? [...words, 'phoneNumber'] : words;
      for (const foreign of choicesOf(operation.pathParameters.filter((name) => !shared.includes(name)))) {
        const ids = mixed(foreign, (name) => owner.ids[name] ?? '');
        const answer = await send(operation, stranger.key, ids);
        const what = [operation.name, ...foreign];
        expect([what, answer.status]).toEqual([what, 404]);
        const ofNobody = await send(
          operation,
          stranger.key,
          mixed(foreign, (name) => (owner.ids[name] ?? '').replace(/.{6}$/, '000000')),
        );
        expect([what, ofNobody.status, withoutId(ofNobody)]).toEqual([what, 404, withoutId(answer)]);
      }
    });
    expect(await dump()).toEqual(before);
  });

  /** The stranger's own ids, except for some. */
  const mixed = (foreign: readonly string[], idOf: (name: string) => string): Ids => ({
    ...stranger.ids,
    ...Object.fromEntries(foreign.map((name) => [name, idOf(name)])),
  });

  const withoutId = ({ body }: HttpAnswer) => ({ ...body, error_id: undefined });

  it("hides the owner's data from another tenant in lists, queries and bodies", async () => {
    const { clientEnv: _clientEnv, environment: _environment, quota: _quota, ...ownIds } = owner.ids;
    const foreignIds = Object.values(ownIds);
    const { agentId = '', connectorId = '', deploymentId = '' } = owner.ids;
    const lists = closedOnes().filter(
      ({ method, pathParameters }) => method === 'GET' && !pathParameters.length,
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const { path } of lists) {
      const { status, body } = await call('GET', path, { key: stranger.key });
      const shown = JSON.stringify(body);
      expect([path, status, foreignIds.filter((id) => shown.includes(id))]).toEqual([path, 200, []]);
    }
    const own = stranger.ids['agentId'] ?? '';
    const named: [string, string, object | undefined, number][] = [
      ['GET', `/v1/agents/${own}/deployments/diff?from=${deploymentId}&to=draft`, undefined, 404],
      ['GET', `/v1/agents/${own}/deployments/diff?from=draft&to=${deploymentId}`, undefined, 404],
      ['POST', '/v1/alert-rules', { ...exampleOf('POST /v1/alert-rules'), project_id: agentId }, 400],
      ['PATCH', `/v1/alert-rules/${stranger.ids['ruleId']}`, { project_id: agentId }, 400],
    ];
    for (const [method, path, body, expected] of named) {
      const answer = await call(method, path, { key: stranger.key, body });
      expect([path, answer.status]).toEqual([path, expected]);
    }
    for (const query of [`agentId=${agentId}`, `connectorId=${connectorId}`]) {
      const { body } = await call('GET', `/v1/conversations?${query}`, { key: stranger.key });
      expect(body.conversations).toEqual([]);
    }
    const rules = await call('GET', `/v1/alert-rules?project_id=${agentId}`, { key: stranger.key });
    expect(rules.body.data).toEqual([]);
  });

  const exampleOf = (name: string): object =>
    operations.find((operation) => operation.name === name)?.body as object;

  it('for one agent answers 404 to a key limited to another and changes no row', async () => {
    const key = await service.createKey(owner, { agentIds: ['another'] });
    const before = await dump();
    const about = closedOnes().filter(({ pathParameters }) =>
      pathParameters.some((name) => ['agentId', 'conversationId', 'testRunId'].includes(name)),
    );
    expect(about.length).toBeGreaterThan(30);
    await inParallel(about, async (operation) => {
      const { status } = await send(operation, key, owner.ids);
      expect([operation.name, status]).toEqual([operation.name, 404]);
    });
    expect(await dump()).toEqual(before);
  });

  it('documents access of limited keys as docs/reference/access.md does', () => {
    expect(closedOnes().filter(({ limits }) => limits === undefined)).toEqual([]);
    const guide = readFileSync(new URL('../../docs/reference/access.md', import.meta.url), 'utf8');
    const told = [
      ...guide.matchAll(/^\| `([A-Z]+ [^`]+)` +\| (\S[^|]*?) +\| (\w+) +\| (\w+) +\| (\w+) +\|$/gm),
    ];
    const documented = closedOnes().map(({ name, scope, limits }) => [
      name,
      scope === 'any' ? 'any key' : `\`${scope}\``,
      leastRoleFor(ACCESS[name]),
      limits?.agents,
      limits?.environments,
    ]);
    expect(told.map(([, ...cells]) => cells).sort()).toEqual(documented.sort());
  });

  it('treats a key limited to another agent as documented and changes no row on refusal', async () => {
    const other = await service.createAgent(owner);
    const key = await service.createKey(owner, { agentIds: [other] });
    const { accountId: _accountId, quota: _quota, ...others } = owner.ids;
    const hidden = Object.values(others);
    const before = await dump();
    await inParallel(closedOnes(), async (operation) => {
      const { name, limits, pathParameters, success } = operation;
      if (limits?.agents === 'any') return;
      const { status, body } = await send(operation, key, owner.ids);
      const isList = operation.method === 'GET' && limits?.agents === 'own' && names(pathParameters) === 0;
      const isAbout =
        limits?.agents === 'own' ? names(pathParameters) > 0 : pathParameters.includes('agentId');
      expect([name, status]).toEqual([name, isList ? success : isAbout ? 404 : 403]);
      const shown = JSON.stringify(body);
      expect([name, hidden.filter((id) => shown.includes(id))]).toEqual([name, []]);
    });
    expect(await dump()).toEqual(before);
  });

  /** How many objects a path names besides the account. */
  const names = (parameters: readonly string[]): number =>
    parameters.filter((one) => one !== 'accountId').length;

  it('is refused to a key limited to another environment as documented, and changes no row', async () => {
    const tenant = await createFullTenant(service);
    const key = await service.createKey(tenant, { environments: ['live'] });
    const before = await dump();
    let tried = 0;
    for (const operation of closedOnes()) {
      const { name, method, path, limits } = operation;
      if (limits?.environments === 'any' || method === 'GET') continue;
      const example = await exampleFor(service, operation, tenant.ids);
      const body = inOtherEnvironment(example, tenant.ids['connectorId'] ?? '');
      const answer = await call(method, fill(operation, tenant.ids), { key, body });
      tried += 1;
      if (path.endsWith('/batch')) {
        const [result] = answer.body.results;
        expect([name, result]).toMatchObject([
          name,
          { success: false, error: expect.stringContaining('limited') },
        ]);
        continue;
      }
      const isHidden = path === '/v1/api-keys/{keyId}';
      expect([name, answer.status]).toEqual([name, isHidden ? 404 : 403]);
      if (!isHidden) expect([name, answer.body.error]).toEqual([name, expect.stringContaining('limited')]);
    }
    expect(tried).toBeGreaterThan(20);
    const { body } = await call('GET', '/v1/api-keys', { key });
    expect(body.apiKeys.map((one: { environments: string[] }) => one.environments)).toEqual([['live']]);
    expect(await dump()).toEqual(before);
  });

  it('works for a key limited to an environment when it is documented to change none', async () => {
    const tenant = await createFullTenant(service);
    const key = await service.createKey(tenant, { environments: ['live'] });
    for (const operation of closedOnes()) {
      const { name, limits, method, success } = operation;
      if (limits?.environments !== 'any') continue;
      const ids = method === 'DELETE' ? await addOwn(service, tenant, operation) : tenant.ids;
      expect([name, (await send(operation, key, ids)).status]).toEqual([name, success]);
    }
  });

  it('lets a key limited to an environment change that one and delete an agent used only there', async () => {
    const key = await service.createKey(owner, { environments: ['sandbox'] });
    const agent = `/v1/agents/${await service.createAgent(owner)}`;
    const act = async (path: string, body: object) =>
      (await call('POST', `${agent}${path}`, { key, body })).status;
    expect(await act('/deployments/publish', { environment: 'sandbox' })).toBe(201);
    expect(await act('/studio-tokens', { target: 'sandbox' })).toBe(201);
    expect(await act('/studio-tokens', { target: 'draft' })).toBe(201);
    expect(await act('/telephony/connectors', { name: 'x', clientEnv: 'sandbox' })).toBe(201);
    const live = { name: 'x', clientEnv: 'live' };
    const { body: connector } = await call('POST', `${agent}/telephony/connectors`, {
      key: owner.key,
      body: live,
    });
    const refused = await call('DELETE', agent, { key });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'The API key may not delete an agent that is used in live: it is limited to sandbox.',
    ]);
    await call('DELETE', `${agent}/telephony/connectors/${connector.connectorId}`, { key: owner.key });
    expect((await call('DELETE', agent, { key })).status).toBe(204);
  });
});

/** Written by hand like the table: viewers read, editors change, owners manage access and secrets. */
function leastRoleFor(access: Scope | 'any' | 'public' | 'person' | undefined): (typeof ROLES)[number] {
  if (access === 'any' || access?.endsWith(':read')) return 'viewer';
  const owners = ['keys:admin', 'keys:delegate', 'people:write', 'secrets:write', 'deployments:override'];
  return access === undefined || owners.includes(access) ? 'owner' : 'editor';
}

/** The full tenants' objects are in `sandbox`, so environments in a body are changed to it or its successor. */
function inOtherEnvironment(body: unknown, connectorId: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if ('updates' in body) return { updates: [{ connectorId, voiceName: 'alba' }] };
  const named = {
    environment: 'sandbox',
    clientEnv: 'sandbox',
    target: 'sandbox',
    targetEnvironment: 'pre-release',
  };
  const changed = Object.entries(named).filter(([name]) => name in body);
  return { ...body, ...Object.fromEntries(changed) };
}

/** All non-empty choices. */
function choicesOf(names: readonly string[]): string[][] {
  const [first, ...rest] = names;
  if (first === undefined) return [];
  const others = choicesOf(rest);
  return [[first], ...others, ...others.map((chosen) => [first, ...chosen])];
}
