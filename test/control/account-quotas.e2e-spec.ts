import { createTestApp, sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import { until } from '../support/until.js';

const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };

interface Quota {
  readonly name: string;
  readonly value: number;
  readonly isDefault: boolean;
}

describe("account's quota", () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(() => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  const quotas = () => `/v1/accounts/${account.accountId}/quotas`;
  const set = (name: string, value: unknown) =>
    call('PUT', `${quotas()}/${name}`, { headers, body: { value } });
  const reset = (name: string) => call('DELETE', `${quotas()}/${name}`, { headers });
  const ofAnswer = ({ body }: HttpAnswer, name: string) =>
    (body.quotas as Quota[]).find((quota) => quota.name === name);
  const createAgent = () =>
    call('POST', `/v1/accounts/${account.accountId}/agents`, { key, body: { name: 'Desk' } });

  it('is set and reset by the operator, applies at once, to this account alone, and is audited', async () => {
    const raised = { name: 'agents', value: 1, isDefault: false, default: 1_000, min: 1, max: 10_000_000 };
    const answer = await set('agents', 1);
    expect([answer.status, ofAnswer(answer, 'agents')]).toEqual([200, { ...raised, meaning: 'Agents.' }]);
    expect((await createAgent()).status).toBe(200);
    const refused = await createAgent();
    const message =
      'The quota agents of the account is 1, and 1 are used. Delete those that are not needed, or have the operator raise it: ' +
      'npm run cli -- quotas set ACCOUNT agents NUMBER';
    expect([refused.status, refused.body]).toEqual([409, envelope(refused, 'AGENT_LIMIT_REACHED', message)]);

    const other = await service.createAccount();
    await service.createAgent(other);
    const theirs = { key: await service.createKey(other), body: { name: 'Desk' } };
    expect((await call('POST', `/v1/accounts/${other.accountId}/agents`, theirs)).status).toBe(200);

    expect(ofAnswer(await reset('agents'), 'agents')).toMatchObject({ value: 1_000, isDefault: true });
    expect((await createAgent()).status).toBe(200);
    const { entries } = (await call('GET', '/v1/audit-log', { key })).body;
    const byOperator = entries.filter((entry: { action: string }) => entry.action.startsWith('account.'));
    const actor = { actorEmail: 'operator@http-api', resourceId: account.accountId };
    expect(byOperator).toEqual([
      expect.objectContaining({ action: 'account.reset-quota', ...actor, details: { name: 'agents' } }),
      expect.objectContaining({
        action: 'account.set-quota',
        ...actor,
        details: { name: 'agents', value: 1 },
      }),
    ]);
  });

  it('applies to rates and storage as well', async () => {
    await set('voiceSamplesPerMinute', 0);
    const sample = await call('POST', '/v1/voice-samples', { key, body: { text: 'Hello.' } });
    expect([sample.status, sample.body.error]).toEqual([
      429,
      expect.stringContaining('quota voiceSamplesPerMinute'),
    ]);
    await set('storageBytes', 1);
    const full = await createAgent();
    expect([full.status, full.body.error_code]).toEqual([409, 'STORAGE_LIMIT_REACHED']);
    expect((await call('GET', '/v1/usage/storage', { key })).body.limitBytes).toBe(1);
    await set('storageBytes', 0);
    expect((await createAgent()).status).toBe(200);
    expect((await call('GET', '/v1/usage/storage', { key })).body.limitBytes).toBeNull();
    await set('requests', 1);
    expect((await call('GET', '/v1/account', { key })).status).toBe(200);
    const { status, body } = await call('GET', '/v1/account', { key });
    expect([status, body.error]).toEqual([429, expect.stringContaining('quota requests')]);
  });

  it('is shown to its account', async () => {
    await set('testSetsPerAgent', 7);
    const [section] = (await call('GET', '/v1/instances/settings', { key })).body.sections;
    expect(section.title).toBe('Quotas of this account');
    expect(section.settings).toContainEqual({
      name: 'testSetsPerAgent',
      meaning: 'Test sets of one agent.',
      value: 7,
      isDefault: false,
    });
  });

  it('refuses unknown names and values out of range with a valid example', async () => {
    const tooMany = await set('trunks', 10_001);
    const range = 'value must be a whole number from 1 to 10000, for example {"value": 50}';
    expect([tooMany.status, tooMany.body]).toEqual([
      400,
      envelope(tooMany, 'SCHEMA_VALIDATION_FAILED', range),
    ]);
    for (const value of [0, 1.5, '5', null]) expect((await set('trunks', value)).status).toBe(400);
    const unknown = await set('trunk', 5);
    expect([unknown.status, unknown.body.error_code]).toEqual([404, 'QUOTA_NOT_FOUND']);
    expect(unknown.body.error).toMatch(/^There is no quota trunk\. There are storageBytes, /);
    const nobody = await call('PUT', '/v1/accounts/acc_none/quotas/trunks', { headers, body: { value: 5 } });
    expect([nobody.status, nobody.body.error_code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('is set by the operator only', async () => {
    const body = { value: 5 };
    const refused = [
      await call('GET', quotas(), { key }),
      await call('PUT', `${quotas()}/agents`, { key, body }),
      await call('DELETE', `${quotas()}/agents`, { headers: { authorization: 'Bearer another-one' } }),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body]).toEqual([401, envelope(answer, 'UNAUTHORIZED')]);
  });
});

describe('settings of earlier releases that limited every account', () => {
  it('become quotas of existing accounts once', async () => {
    const before = await createTestApp();
    const { prisma, databaseUrl } = before;
    const old = await before.createAccount();
    await prisma.$executeRaw`UPDATE accounts SET quotas = NULL WHERE id = ${old.accountId}`;
    const start = () => createTestApp({ databaseUrl, env: { OPERATOR_TOKEN, AGENTS_PER_ACCOUNT: '2' } });
    let service = await start();
    try {
      const agents = (at: TestApp, { accountId }: TestAccount) =>
        httpClient(at.baseUrl)('GET', `/v1/accounts/${accountId}/quotas`, { headers });
      const value = async (of: TestAccount) =>
        ((await agents(service, of)).body.quotas as Quota[]).find(({ name }) => name === 'agents')?.value;
      await until('the setting is copied', async () => (await value(old)) === 2);
      const { id } = await prisma.account.create({ data: { id: 'acc_new', name: 'New' } });
      expect(await value({ accountId: id, email: '' })).toBe(1_000);

      const path = `/v1/accounts/${old.accountId}/quotas/agents`;
      expect((await httpClient(service.baseUrl)('DELETE', path, { headers })).status).toBe(200);
      await service.close();
      service = await start();
      expect(await value(old)).toBe(1_000);
    } finally {
      await service.close();
      await before.close();
    }
  });
});
