import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { Browser, createPerson } from '../support/people.js';
import { publish } from '../support/publish.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import { until } from '../support/until.js';

const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
const REASON = 'The invoice of March is open.';
const MESSAGE = `The account is suspended. Ask the operator of this service to resume it. The operator's reason: ${REASON}`;

describe('suspended account', () => {
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

  const standing = () => `/v1/accounts/${account.accountId}/suspension`;
  const suspend = () => call('PUT', standing(), { headers, body: { reason: REASON } });
  const resume = () => call('DELETE', standing(), { headers });
  const agents = () => `/v1/accounts/${account.accountId}/agents`;

  function expectRefusal(answer: HttpAnswer, message = MESSAGE): void {
    expect([answer.status, answer.body]).toEqual([403, envelope(answer, 'ACCOUNT_SUSPENDED', message)]);
  }

  it('refuses its keys and people until it is resumed', async () => {
    const agentId = await service.createAgent(account);
    const person = await Browser.of(service, await createPerson(service, account));
    const stranger = await service.createKey(await service.createAccount());
    const before = await call('GET', `/v1/agents/${agentId}/draft`, { key });
    expect(before.status).toBe(200);

    const suspended = await suspend();
    expect([suspended.status, suspended.body]).toEqual([
      200,
      { accountId: account.accountId, name: 'Test', suspendedAt: expect.any(String), reason: REASON },
    ]);
    expectRefusal(await call('GET', agents(), { key }));
    expectRefusal(await call('DELETE', `/v1/agents/${agentId}`, { key }));
    expectRefusal(await person.send('GET', '/v1/session'));
    expect((await call('GET', '/v1/account', { key: stranger })).status).toBe(200);

    const resumed = await resume();
    expect([resumed.status, resumed.body.suspendedAt, resumed.body.reason]).toEqual([200, null, null]);
    const after = await call('GET', `/v1/agents/${agentId}/draft`, { key });
    expect([after.status, after.body]).toEqual([200, before.body]);
    expect((await person.send('GET', '/v1/session')).status).toBe(200);
    const { entries } = (await call('GET', '/v1/audit-log', { key })).body;
    const byOperator = entries.filter((entry: { action: string }) => entry.action.startsWith('account.'));
    const actor = { actorEmail: 'operator@http-api', actorKeyId: null, resourceId: account.accountId };
    expect(byOperator).toEqual([
      expect.objectContaining({ action: 'account.resume', ...actor, details: null }),
      expect.objectContaining({ action: 'account.suspend', ...actor, details: { reason: REASON } }),
    ]);
  });

  it('keeps its first date when suspended again with a new reason', async () => {
    const { suspendedAt } = (await suspend()).body;
    const again = await call('PUT', standing(), { headers, body: { reason: 'Fraud.' } });
    expect([again.body.suspendedAt, again.body.reason]).toEqual([suspendedAt, 'Fraud.']);
  });

  it('gives callers no relays or tokens and hides the reason', async () => {
    const agentId = await service.createAgent(account);
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    const { id: connectorId } = await service.prisma.connector.findFirstOrThrow({ where: { agentId } });
    const origin = 'https://www.example.com';
    await service.prisma.connector.update({
      where: { id: connectorId },
      data: { mintsCallTokens: true, publicOrigins: [origin] },
    });
    const asCaller = { headers: { authorization: `Bearer ${token}` } };
    const ask = () =>
      Promise.all([
        call('GET', '/api/v1/ice-servers', asCaller),
        call('POST', `/api/v1/connectors/${connectorId}/call-tokens`, asCaller),
        call('POST', `/api/v1/connectors/${connectorId}/call-tokens`, { headers: { origin } }),
      ]);
    expect((await ask()).map(({ status }) => status)).toEqual([200, 201, 201]);
    await suspend();
    for (const answer of await ask()) {
      const message =
        'The account of this agent is suspended, so the agent takes no calls. Its owner can ask the operator of this service.';
      expectRefusal(answer, message);
    }
  });

  it('holds its test runs until it is resumed while others run', async () => {
    const run = await testRunOf(account);
    await suspend();
    const mine = await run.queue();
    const later = await (await testRunOf(await service.createAccount())).queue();
    await until('the run of the other account is over', async () => (await later.state()) === 'passed');
    expect(await mine.state()).toBe('queued');
    await resume();
    await until('its own run is over', async () => (await mine.state()) === 'passed');
  });

  it('is suspended and resumed by the operator only', async () => {
    const body = { reason: REASON };
    const wrong = { authorization: 'Bearer another-token-that-is-long-enough-too' };
    const refused = [
      await call('PUT', standing(), { body }),
      await call('PUT', standing(), { body, key }),
      await call('PUT', standing(), { body, headers: wrong }),
      await call('DELETE', standing(), { headers: wrong }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.body]).toEqual([401, envelope(answer, 'UNAUTHORIZED')]);
    }
    expect((await call('GET', agents(), { key })).status).toBe(200);
    const unknown = await call('PUT', '/v1/accounts/acc_none/suspension', { body, headers });
    expect([unknown.status, unknown.body]).toEqual([404, envelope(unknown, 'ACCOUNT_NOT_FOUND')]);
    const empty = await call('PUT', standing(), { body: { reason: '' }, headers });
    expect([empty.status, empty.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
  });

  /** A test set of the account with one case, run once and ready to be queued again. */
  async function testRunOf(owner: TestAccount) {
    const { prisma } = service;
    const own = await service.createKey(owner);
    const agentId = await service.createAgent(owner);
    const path = `/v1/agents/${agentId}/test-sets`;
    const { testSet } = (await call('POST', path, { key: own, body: { name: 'Greeting' } })).body;
    const turns = [{ expect: [{ kind: 'contains', text: 'Hello' }] }];
    const made = await call('POST', `${path}/${testSet.id}/cases`, {
      key: own,
      body: { name: 'Hello', turns },
    });
    expect(made.status).toBe(201);
    const { testRun } = (await call('POST', `${path}/${testSet.id}/runs`, { key: own })).body;
    const state = async () => (await prisma.testRun.findUniqueOrThrow({ where: { id: testRun.id } })).state;
    await until('it has run', async () => (await state()) === 'passed');
    return {
      async queue() {
        await prisma.testResult.deleteMany({ where: { testRunId: testRun.id } });
        await prisma.testRun.update({
          where: { id: testRun.id },
          data: { state: 'queued', finishedAt: null, startedAt: null },
        });
        return { state };
      },
    };
  }
});
