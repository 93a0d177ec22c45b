import { isStale } from '../../src/auth/call-grant.js';
import type { CallTokensService } from '../../src/auth/index.js';
import type { InstanceKeys } from '../../src/common/secrets/index.js';
import type { DeploymentsService } from '../../src/deployments/index.js';
import { sharedApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { studioTokens } from '../support/studio-tokens.js';

describe('call tokens', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  const resolve = (token: string) => service.provider<CallTokensService>('CallTokensService').resolve(token);
  const issue = (body: object) => call('POST', `/v1/agents/${agentId}/studio-tokens`, { key, body });
  const publish = () => call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
  });
  afterAll(() => service?.close());

  it('issues a studio token for the draft that survives a redeploy', async () => {
    const { status, body } = await issue({});
    expect(status).toBe(201);
    const grant = await resolve(body.token);
    expect(grant).toEqual({ kind: 'studio', accountId: account.accountId, agentId, target: 'draft' });
    expect(grant && isStale(grant, 'dep_any')).toBe(false);
  });

  it('issues a studio token for an environment that ends with its next deployment', async () => {
    expect((await issue({ target: 'live' })).body.error_code).toBe('NOTHING_DEPLOYED');
    expect((await issue({ target: 'draft', variantId: 'none' })).body.error_code).toBe('UNKNOWN_VARIANT');
    await publish();
    const grant = await resolve((await issue({ target: 'sandbox' })).body.token);
    const deployments = service.provider<DeploymentsService>('DeploymentsService');
    const activeId = async () => (await deployments.active(agentId, 'sandbox'))?.deploymentId;
    expect(grant && isStale(grant, await activeId())).toBe(false);
    await publish();
    expect(grant && isStale(grant, await activeId())).toBe(true);
  });

  it('accepts a connector token until it is rotated or deleted, and both during an overlap', async () => {
    const path = `/v1/agents/${agentId}/telephony/connectors`;
    const { body } = await call('POST', path, {
      key,
      body: { name: 'c', clientEnv: 'live', variantId: 'v' },
    });
    expect(await resolve(body.token)).toEqual({
      kind: 'connector',
      connectorId: body.connectorId,
      accountId: account.accountId,
      agentId,
      target: 'live',
      variantId: 'v',
      disableHandoff: false,
    });
    const rotate = (overlapHours: number) =>
      call('POST', `${path}/${body.connectorId}/rotate-token`, { key, body: { overlapHours } });
    const second = (await rotate(1)).body.token;
    expect([await resolve(body.token), await resolve(second)]).not.toContain(undefined);
    const third = (await rotate(0)).body.token;
    expect([await resolve(body.token), await resolve(second)]).toEqual([undefined, undefined]);
    expect(await resolve(third)).toBeDefined();
    await call('DELETE', `${path}/${body.connectorId}`, { key });
    expect(await resolve(third)).toBeUndefined();
  });

  it('disables handoff when the connector forbids it', async () => {
    const document = { ...SMALL_DOCUMENT, builtInTools: ['hang_up' as const, 'transfer' as const] };
    const agent = await service.createAgent(account, document);
    await call('POST', `/v1/agents/${agent}/deployments/publish`, { key, body: {} });
    const toolsFor = async (body: object) => {
      const path = `/v1/agents/${agent}/telephony/connectors`;
      const { token } = (await call('POST', path, { key, body: { name: 'c', ...body } })).body;
      const admission = service.module<typeof import('./admission.js')>('test/control/admission.ts');
      return (await admission.admit(token)).agent.builtInTools;
    };
    expect(await toolsFor({})).toEqual(['hang_up', 'transfer']);
    expect(await toolsFor({ disableHandoff: true })).toEqual(['hang_up']);
  });

  it('gives ICE servers to any token valid for a call, and the same 401 to all others', async () => {
    const ice = (query: string) => call('GET', `/api/v1/ice-servers${query}`);
    const stale = (await issue({ target: 'sandbox' })).body.token;
    expect((await ice(`?token=${stale}`)).status).toBe(200);
    await publish();
    const fresh = (await issue({ target: 'sandbox' })).body.token;
    for (const token of [fresh, (await issue({})).body.token])
      expect((await ice(`?token=${token}`)).body).toEqual({ iceServers: [] });
    const ofDeleted = await service.createAgent(account);
    const { token } = (await call('POST', `/v1/agents/${ofDeleted}/studio-tokens`, { key, body: {} })).body;
    await call('DELETE', `/v1/agents/${ofDeleted}`, { key });
    const bad = ['', '?token=', '?token=nonsense', `?token=${'a'.repeat(5_000)}`, `?token=${stale}`];
    for (const query of [...bad, `?token=${fresh}&token=${fresh}`, `?token=${token}`]) {
      const answer = await ice(query);
      const message =
        'A valid auth token is required in `Authorization: Bearer` (or `token`): the one that the offer will carry.';
      expect([answer.status, answer.body]).toEqual([401, envelope(answer, 'UNAUTHORIZED', message)]);
    }
  });

  it('rejects every JWT it did not issue', async () => {
    const { current } = await service.provider<InstanceKeys>('InstanceKeys').keyRing('studio-token');
    const { valid, bad } = await studioTokens(current, { ...account, agentId });
    expect(await resolve(valid)).toBeDefined();
    for (const [name, token] of Object.entries(bad))
      expect([name, await resolve(token)]).toEqual([name, undefined]);
  });
});
