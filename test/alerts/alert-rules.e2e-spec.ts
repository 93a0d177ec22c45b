import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient, type HttpRequest } from '../support/http.js';

const PATH = '/v1/alert-rules';
const valid = {
  name: 'Crashes',
  metric: 'call_crashes',
  operator: '>=',
  threshold_value: 1,
  window_duration: '5m',
};

describe('alert rules', () => {
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

  it('are created in state ok, read, changed and deleted', async () => {
    const projectId = await service.createAgent(account);
    const rule = await create({ ...valid, project_id: projectId });
    expect(rule).toEqual({
      id: expect.stringMatching(/^ar_[A-Za-z0-9]+$/),
      ...valid,
      project_id: projectId,
      enabled: true,
      current_state: 'ok',
      since: expect.any(String),
      last_evaluated_at: null,
      current_value: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await call('GET', `${PATH}/${rule.id}`, { key })).toMatchObject({ status: 200, body: rule });
    const change = { name: 'Slow', metric: 'turn_latency_p95', threshold_value: 0, project_id: null };
    const changed = await call('PATCH', `${PATH}/${rule.id}`, { key, body: change });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...rule,
        ...change,
        current_state: 'unknown',
        since: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    expect(await call('DELETE', `${PATH}/${rule.id}`, { key })).toMatchObject({ status: 204 });
    expect(await call('GET', `${PATH}/${rule.id}`, { key })).toMatchObject({ status: 404 });
  });

  it.each([
    [{ name: '' }],
    [{ name: null }],
    [{ metric: 'weather' }],
    [{ operator: '==' }],
    [{ threshold_value: -1 }],
    [{ threshold_value: 1.5 }],
    [{ threshold_value: '1' }],
    [{ threshold_value: 2_147_483_648 }],
    [{ window_duration: '15m' }],
    [{ enabled: 'yes' }],
    [{ project_id: 'agent_of_nobody' }],
    [{ project_id: 7 }],
    [{ current_state: 'ok' }],
  ])('reject %j with 400', async (bad) => {
    const created = await call('POST', PATH, { key, body: { ...valid, ...bad } });
    expect(created.status).toBe(400);
    expect(created.body).toEqual(envelope(created, 'SCHEMA_VALIDATION_FAILED'));
    const { id } = await create();
    expect(await call('PATCH', `${PATH}/${id}`, { key, body: bad })).toMatchObject({ status: 400 });
  });

  it('answer 422 for a malformed id, 404 for an unknown or foreign one, 403 without the scope', async () => {
    const { id } = await create();
    const stranger = await service.createKey(await service.createAccount());
    const reader = await service.createKey(account, { scopes: ['alerts:read', 'webhooks:write'] });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? {} : undefined;
      for (const id of ['none', 'ar-1'])
        expect(await call(method, `${PATH}/${id}`, { key, body })).toMatchObject({
          status: 422,
          body: { error_code: 'INVALID_ALERT_RULE_ID' },
        });
      expect(await call(method, `${PATH}/ar_unknown`, { key, body })).toMatchObject({ status: 404 });
      expect(await call(method, `${PATH}/${id}`, { key: stranger, body })).toMatchObject({ status: 404 });
      const expected = method === 'GET' ? 200 : 403;
      expect(await call(method, `${PATH}/${id}`, { key: reader, body })).toMatchObject({ status: expected });
    }
    expect(await call('POST', PATH, { key: reader, body: valid })).toMatchObject({ status: 403 });
  });

  it('are listed newest first and filtered', async () => {
    const projectId = await service.createAgent(account);
    const one = await create();
    const two = await create({ ...valid, metric: 'call_volume', enabled: false });
    const three = await create({ ...valid, project_id: projectId });
    const ids = async (query: string) => {
      const { body } = await call('GET', `${PATH}${query}`, { key });
      return body.data.map((rule: { id: string }) => rule.id);
    };
    expect(await ids('')).toEqual([three.id, two.id, one.id]);
    for (const yes of ['true', 'True', 'TRUE'])
      expect(await ids(`?enabled=${yes}`)).toEqual([three.id, one.id]);
    expect(await ids('?enabled=False')).toEqual([two.id]);
    expect(await ids('?metric=call_volume')).toEqual([two.id]);
    expect(await ids(`?project_id=${projectId}`)).toEqual([three.id]);
    expect(await ids('?state=ok')).toHaveLength(3);
    expect(await ids('?state=alert')).toEqual([]);
    for (const bad of ['?enabled=1', '?metric=x', '?state=x', '?other=1']) {
      expect(await call('GET', `${PATH}${bad}`, { key })).toMatchObject({ status: 400 });
    }
  });

  it('are filtered by firing state, agent and metric', async () => {
    const projectId = await service.createAgent(account);
    const one = await create();
    const two = await create({ ...valid, metric: 'call_volume', project_id: projectId });
    await create();
    const fires = { state: 'alert' as const, since: new Date() };
    await service.prisma.alertRule.updateMany({ where: { id: { in: [one.id, two.id] } }, data: fires });
    const ids = async (query: string) => {
      const { body } = await call('GET', `/v1/alerts${query}`, { key });
      return body.data.map((alert: { alert_rule_id: string }) => alert.alert_rule_id).sort();
    };
    expect(await ids('')).toEqual([one.id, two.id].sort());
    expect(await ids('?metric=call_volume')).toEqual([two.id]);
    expect(await ids(`?project_id=${projectId}`)).toEqual([two.id]);
    expect(await ids(`?project_id=${projectId}&metric=call_crashes`)).toEqual([]);
    for (const bad of ['?metric=x', '?other=1'])
      expect(await call('GET', `/v1/alerts${bad}`, { key })).toMatchObject({ status: 400 });
  });

  it("are limited to the key's agent", async () => {
    const [mine, other] = [await service.createAgent(account), await service.createAgent(account)];
    const limited = await service.createKey(account, { agentIds: [mine] });
    const visible = await create({ ...valid, project_id: mine });
    const hidden = await create({ ...valid, project_id: other });
    const { body } = await call('GET', PATH, { key: limited });
    expect(body.data.map((rule: { id: string }) => rule.id)).toEqual([visible.id]);
    expect(await call('GET', `${PATH}/${hidden.id}`, { key: limited })).toMatchObject({ status: 404 });
    for (const project_id of [other, null, undefined]) {
      const answer = await call('POST', PATH, { key: limited, body: { ...valid, project_id } });
      expect(answer).toMatchObject({ status: 403 });
    }
  });
});
