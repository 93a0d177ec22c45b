import { envelope, httpClient } from '../../support/http.js';
import { Browser, createPerson } from '../../support/people.js';
import { OPERATOR_TOKEN } from '../../support/service/settings.js';
import { until } from '../../support/until.js';
import type { TwoInstances } from './two-instances.js';

/** Access and revocation on both instances. */
export function describeAccess(started: () => TwoInstances): void {
  it('learn sessions and their ends at once', async () => {
    const { here, there, account } = started();
    const page = await Browser.of(here, await createPerson(here, account));
    const elsewhere = new Browser(there.baseUrl);
    elsewhere.cookie = page.cookie;
    const status = async () => (await elsewhere.send('GET', '/v1/session')).status;
    expect(await status()).toBe(200);
    await page.send('DELETE', '/v1/session');
    expect(await status()).toBe(401);
  });

  it('learn about a revoked key regardless of their cache time', async () => {
    const { here, there, account, key } = started();
    const revoked = await here.createKey(account);
    const status = async () =>
      (await httpClient(there.baseUrl)('GET', '/v1/account', { key: revoked })).status;
    expect(await status()).toBe(200);
    const { body } = await httpClient(here.baseUrl)('GET', '/v1/account', { key: revoked });
    const deleted = await httpClient(here.baseUrl)('DELETE', `/v1/api-keys/${body.keyId}`, { key });
    expect(deleted.status).toBe(204);
    await until('the other one has forgotten the key', async () => (await status()) === 401);
  });

  it('learn about a suspended or resumed account, and only one accepts an operator token', async () => {
    const { here, there } = started();
    const account = await here.createAccount();
    const key = await here.createKey(account);
    const path = `/v1/accounts/${account.accountId}/suspension`;
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const change = (at: typeof here, method: string) =>
      httpClient(at.baseUrl)(method, path, {
        headers,
        ...(method === 'PUT' && { body: { reason: 'Fraud.' } }),
      });
    const status = async () => (await httpClient(there.baseUrl)('GET', '/v1/account', { key })).status;
    expect(await status()).toBe(200);
    expect((await change(there, 'PUT')).status).toBe(404);
    expect((await change(here, 'PUT')).status).toBe(200);
    await until('the other one refuses the key', async () => (await status()) === 403);
    expect((await change(here, 'DELETE')).status).toBe(200);
    await until('the other one takes the key', async () => (await status()) === 200);
  });

  it("learn about an account's quota at once", async () => {
    const { here, there } = started();
    const account = await here.createAccount();
    const key = await here.createKey(account);
    const change = (method: string, body?: object) =>
      httpClient(here.baseUrl)(method, `/v1/accounts/${account.accountId}/quotas/agents`, {
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        body,
      });
    const create = async () =>
      (
        await httpClient(there.baseUrl)('POST', `/v1/accounts/${account.accountId}/agents`, {
          key,
          body: { name: 'Desk' },
        })
      ).status;
    expect(await create()).toBe(200);
    expect((await change('PUT', { value: 1 })).status).toBe(200);
    await until('the other one refuses an agent', async () => (await create()) === 409);
    expect((await change('DELETE')).status).toBe(200);
    await until('the other one takes an agent', async () => (await create()) === 200);
  });

  it('answer a repeated webhook endpoint creation even if one would reject its URL', async () => {
    const { here: strict, there: tolerant, key } = started();
    const url = 'http://127.0.0.1:9/hook';
    const body = { name: 'Pager', url, event_types: ['alerts.triggered'] };
    const request = { key, headers: { 'idempotency-key': 'moved' }, body };
    const path = '/v1/webhook-endpoints';
    const first = await httpClient(tolerant.baseUrl)('POST', path, request);
    expect(first.status).toBe(201);
    const ask = httpClient(strict.baseUrl);
    const again = await ask('POST', path, request);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await ask('POST', path, { ...request, body: { ...body, name: 'Other' } });
    expect(other.body).toEqual(envelope(other, 'IDEMPOTENCY_KEY_REUSED'));
    const fresh = await ask('POST', path, { ...request, headers: {} });
    expect(fresh.body).toEqual(envelope(fresh, 'SCHEMA_VALIDATION_FAILED'));
  });
}
