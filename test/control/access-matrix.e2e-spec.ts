import { SCOPES } from '../../src/common/access/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { dumpDatabase } from '../support/dump.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { ACCESS } from './access-table.js';
import {
  addEverything,
  createFullTenant,
  exampleFor,
  FULL_TENANT_SETTINGS,
  type FullTenant,
  type Ids,
} from './full-tenant.js';
import { until } from '../support/until.js';
import { fill, type Operation, operationsOf } from './operations.js';

/** K2 of the quality goals. */
describe('every operation of the OpenAPI document', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let operations: Operation[];
  let owner: FullTenant;
  let stranger: FullTenant;

  beforeAll(async () => {
    // Nothing may change in the database that the requests don't change.
    const quiet = { WEBHOOK_DELIVERY_ENABLED: 'false', ALERT_EVALUATION_ENABLED: 'false' };
    service = await createTestApp({ env: { ...FULL_TENANT_SETTINGS, ...quiet } });
    call = httpClient(service.baseUrl);
    operations = operationsOf(await call('GET', '/v1/openapi.json'));
    owner = await createFullTenant(service);
    stranger = await createFullTenant(service);
  });
  afterAll(() => service?.close());

  async function send(operation: Operation, key: string | undefined, ids: Ids): Promise<HttpAnswer> {
    const body = await exampleFor(service, operation, ids);
    return call(operation.method, fill(operation, ids), { key, body });
  }

  const accessTo = ({ name }: Operation) => ACCESS[name];
  const closedOnes = () => operations.filter((operation) => accessTo(operation) !== 'public');
  /** Everything in the database, once what earlier requests began in the background is over. */
  async function dump() {
    const unfinished = { state: { in: ['queued' as const, 'running' as const] } };
    await until(
      'no test run is under way',
      async () => (await service.prisma.testRun.count({ where: unfinished })) === 0,
      30_000,
    );
    return dumpDatabase((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values), {
      tables: ['instances'],
      columns: ['last_used_at'],
    });
  }

  it('is in the table of who may do what, which names nothing else', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(ACCESS).sort());
  });

  it('says in the document what the table says', () => {
    const documented = operations.map(({ name, scope }) => [name, scope ?? 'public']);
    expect(Object.fromEntries(documented)).toEqual(ACCESS);
  });

  it('is refused with 401 to nobody’s key, and with 403 to a key that has every scope but its own', async () => {
    const before = await dump();
    for (const operation of closedOnes()) {
      const anonymous = await send(operation, undefined, owner.ids);
      expect([operation.name, anonymous.status]).toEqual([operation.name, 401]);
      expect(anonymous.body).toEqual(envelope(anonymous, 'UNAUTHORIZED'));
      const scope = accessTo(operation);
      if (scope === 'any') continue;
      const key = await keyWith(SCOPES.filter((other) => other !== scope));
      const refused = await send(operation, key, owner.ids);
      expect([operation.name, refused.status]).toEqual([operation.name, 403]);
      expect(refused.body).toEqual(envelope(refused, 'FORBIDDEN'));
    }
    expect(Object.values(before).flat().length).toBeGreaterThan(40);
    const after = await dump();
    expect({ ...after, api_keys: undefined }).toEqual({ ...before, api_keys: undefined });
  });

  it('is done for a key that has its scope alone, and refused with 403 to one that has any other alone', async () => {
    for (const scope of SCOPES) {
      const key = await keyWith([scope]);
      for (const operation of closedOnes()) {
        const isAllowed = accessTo(operation) === scope || accessTo(operation) === 'any';
        const removes = isAllowed && operation.method === 'DELETE';
        const ids = removes ? await addEverything(service, owner, owner.key) : owner.ids;
        const { status } = await send(operation, key, ids);
        const expected = isAllowed ? operation.success : 403;
        expect([scope, operation.name, status]).toEqual([scope, operation.name, expected]);
      }
    }
  }, 180_000);

  const keyWith = (scopes: readonly (typeof SCOPES)[number][]) => service.createKey(owner, { scopes });

  it('answers 404 to another tenant whichever of its ids are the owner’s, as for ids of nobody, and changes no row', async () => {
    const before = await dump();
    for (const operation of closedOnes()) {
      // A secret's name is each account's own: another one sets one of its own by it.
      if (operation.name === 'PUT /v1/secrets/{secretName}') continue;
      for (const foreign of choicesOf(operation.pathParameters)) {
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
    }
    expect(await dump()).toEqual(before);
  }, 120_000);

  /** The stranger's own ids, but for some. */
  const mixed = (foreign: readonly string[], idOf: (name: string) => string): Ids => ({
    ...stranger.ids,
    ...Object.fromEntries(foreign.map((name) => [name, idOf(name)])),
  });

  const withoutId = ({ body }: HttpAnswer) => ({ ...body, error_id: undefined });

  it('shows another tenant nothing of the owner’s in a list, nor lets it name the owner’s things in a query or body', async () => {
    const foreignIds = Object.values(owner.ids);
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

  it('that is about an agent answers 404 to a key that is limited to another one, and changes no row', async () => {
    const key = await service.createKey(owner, { agentIds: ['another'] });
    const before = await dump();
    const about = closedOnes().filter(({ pathParameters }) =>
      pathParameters.some((name) => ['agentId', 'conversationId', 'testRunId'].includes(name)),
    );
    expect(about.length).toBeGreaterThan(30);
    for (const operation of about) {
      const { status } = await send(operation, key, owner.ids);
      expect([operation.name, status]).toEqual([operation.name, 404]);
    }
    expect(await dump()).toEqual(before);
  });
});

/** All ways to choose at least one. */
function choicesOf(names: readonly string[]): string[][] {
  const [first, ...rest] = names;
  if (first === undefined) return [];
  const others = choicesOf(rest);
  return [[first], ...others, ...others.map((chosen) => [first, ...chosen])];
}
