import { hashToken } from '../../src/auth/index.js';
import { SCOPES } from '../../src/common/access/index.js';
import { newId } from '../../src/common/ids/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { fill, type Operation, operationsOf } from './operations.js';

/** Ids of the right shape that name nothing. */
const UNKNOWN_IDS = { endpointId: 'whe_unknown', ruleId: 'ar_unknown', accountId: 'acc_unknown' };

describe('who may do what', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let operations: Operation[];
  let account: TestAccount;
  const send = (
    operation: Operation,
    key: string | undefined,
    ids: Record<string, string>,
  ): Promise<HttpAnswer> => call(operation.method, fill(operation, ids), { key, body: operation.body });

  beforeAll(async () => {
    service = await createTestApp({ env: { API_KEY_RATE_LIMIT: '0' } });
    call = httpClient(service.baseUrl);
    operations = operationsOf(await call('GET', '/v1/openapi.json')).filter(
      ({ scope }) => scope !== undefined,
    );
    account = await service.createAccount();
  });
  afterAll(() => service?.close());

  it('refuses each operation with 403 to a key that has every scope but its own, and to no key that has it', async () => {
    const agentIds = { ...UNKNOWN_IDS };
    const without = new Map<string, string>();
    const only = new Map<string, string>();
    for (const scope of SCOPES) {
      without.set(
        scope,
        await service.createKey(account, { scopes: SCOPES.filter((other) => other !== scope) }),
      );
      only.set(scope, await service.createKey(account, { scopes: [scope] }));
    }
    for (const operation of operations.filter(({ scope }) => scope !== 'any')) {
      const scope = operation.scope ?? '';
      const refused = await send(operation, without.get(scope), agentIds);
      expect([operation.name, refused.status, refused.body.error_code]).toEqual([
        operation.name,
        403,
        'FORBIDDEN',
      ]);
      expect(refused.body).toEqual(envelope(refused, 'FORBIDDEN'));
      if (operation.path.startsWith('/v1/webhook-endpoints') && operation.method === 'POST') continue;
      const allowed = await send(operation, only.get(scope), agentIds);
      expect([operation.name, [401, 403].includes(allowed.status)]).toEqual([operation.name, false]);
      expect([operation.name, allowed.status < 500]).toEqual([operation.name, true]);
      const anonymous = await send(operation, undefined, agentIds);
      expect([operation.name, anonymous.status]).toEqual([operation.name, 401]);
    }
  });

  it('answers 404 to another tenant for everything that is named by its id, and changes nothing of it', async () => {
    const owner = await service.createAccount();
    const ownerKey = await service.createKey(owner);
    const stranger = await service.createAccount();
    const strangerKey = await service.createKey(stranger);
    const agentId = await service.createAgent(owner);
    const published = await call('POST', `/v1/agents/${agentId}/deployments/publish`, {
      key: ownerKey,
      body: {},
    });
    await service.createConnector(owner, agentId, 'sandbox');
    const [connector] = await service.prisma.connector.findMany({ where: { agentId } });
    const [key] = await service.prisma.apiKey.findMany({ where: { accountId: owner.accountId } });
    const ids = {
      ...UNKNOWN_IDS,
      accountId: owner.accountId,
      agentId,
      deploymentId: published.body.deployment.id as string,
      connectorId: connector?.id ?? '',
      keyId: key?.id ?? '',
    };
    const rowsBefore = await rowsOf(owner.accountId, agentId);
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      const answer = await send(operation, strangerKey, ids);
      expect([operation.name, answer.status]).toEqual([operation.name, 404]);
      const unknown = await send(operation, strangerKey, UNKNOWN_IDS);
      expect([operation.name, unknown.status, unknown.body.error_code]).toEqual([
        operation.name,
        404,
        answer.body.error_code,
      ]);
    }
    expect(await rowsOf(owner.accountId, agentId)).toEqual(rowsBefore);
  });

  async function rowsOf(accountId: string, agentId: string) {
    const { agent, draft, deployment, activeDeployment, connector, connectorToken, apiKey, auditEntry } =
      service.prisma;
    return {
      agents: await agent.findMany({ where: { accountId } }),
      drafts: await draft.findMany({ where: { agentId } }),
      deployments: await deployment.findMany({ where: { accountId } }),
      active: await activeDeployment.findMany({ where: { agentId } }),
      connectors: await connector.findMany({ where: { accountId } }),
      tokens: await connectorToken.findMany({ where: { connector: { accountId } } }),
      keys: await apiKey.findMany({ where: { accountId }, omit: { lastUsedAt: true } }),
      audit: await auditEntry.findMany({ where: { accountId } }),
    };
  }

  it('ends a revoked key within a second on another process', async () => {
    const other = await createTestApp({ databaseUrl: service.databaseUrl });
    try {
      const key = await service.createKey(account);
      const elsewhere = httpClient(other.baseUrl);
      expect((await elsewhere('GET', '/v1/account', { key })).status).toBe(200);
      const { body } = await call('GET', '/v1/account', { key });
      expect((await call('DELETE', `/v1/api-keys/${body.keyId}`, { key })).status).toBe(204);
      expect((await call('GET', '/v1/account', { key })).status).toBe(401);
      const deadline = Date.now() + 1_000;
      let status = 200;
      while (status !== 401 && Date.now() < deadline)
        status = (await elsewhere('GET', '/v1/account', { key })).status;
      expect(status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('answers 429 with Retry-After to a key that asks too often, and to that key alone', async () => {
    const limited = await createTestApp({
      databaseUrl: service.databaseUrl,
      env: { API_KEY_RATE_LIMIT: '5', API_KEY_RATE_WINDOW_SECONDS: '60' },
    });
    try {
      const [key, other] = [await service.createKey(account), await service.createKey(account)];
      const ask = httpClient(limited.baseUrl);
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push(await ask('GET', '/v1/account', { key }));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
      const refused = answers.at(-1)!;
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(refused.body).toEqual(envelope(refused, 'RATE_LIMITED'));
      expect((await ask('GET', '/v1/account', { key: other })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('keeps no secret that it ever issued in the database, in a log or in an error', async () => {
    const admin = await service.createKey(account);
    const agentId = await service.createAgent(account);
    const headers = { 'idempotency-key': newId('iss') };
    const key = await call('POST', '/v1/api-keys', {
      key: admin,
      headers,
      body: { name: 'k', scopes: ['agents:read'] },
    });
    const path = `/v1/agents/${agentId}/telephony/connectors`;
    const connector = await call('POST', path, {
      key: admin,
      headers: { 'idempotency-key': newId('iss') },
      body: { name: 'c' },
    });
    const rotated = await call('POST', `${path}/${connector.body.connectorId}/rotate-token`, { key: admin });
    const bad = await call('GET', `/v1/agents/none?x=${admin}`, { key: admin });
    const secrets: string[] = [admin, key.body.key, connector.body.token, rotated.body.token];
    expect(secrets.map((secret) => secret.length)).toEqual([53, 53, 53, 53]);
    const dump = (await dumpDatabase()) + JSON.stringify(bad.body);
    expect(dump).toContain(Buffer.from(hashToken(admin)).toString('hex'));
    for (const secret of secrets) expect(dump.includes(secret.slice(4, 40))).toBe(false);
  });

  async function dumpDatabase(): Promise<string> {
    const tables = await service.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    const dumps: string[] = [];
    for (const { name } of tables) {
      const rows = await service.prisma.$queryRawUnsafe<{ row: string }[]>(
        `SELECT t::text AS row FROM "${name}" t`,
      );
      dumps.push(...rows.map(({ row }) => row));
    }
    return dumps.join('\n');
  }
});
