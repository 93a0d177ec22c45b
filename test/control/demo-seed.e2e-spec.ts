import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CallTokensService } from '../../src/auth/index.js';
import type { DemoSeed } from '../../src/demo/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

describe('demo seed', () => {
  let service: TestApp;
  const seed = () => service.provider<DemoSeed>('DemoSeed').run(service.baseUrl);
  const tokens = () => service.provider<CallTokensService>('CallTokensService');
  const file = () => path.join(service.dataDir, 'demo.json');
  const works = async (apiKey: string) => {
    const call = httpClient(service.baseUrl);
    const answer = await call('POST', '/v1/agents/earshot-demo/deployments/publish', {
      key: apiKey,
      body: {},
    });
    return answer.status === 201;
  };

  beforeAll(async () => {
    service = await createTestApp({ env: { SEED_DEMO: 'true' }, overrides: { auth: { keyCacheTtlMs: 0 } } });
  });
  afterAll(() => service?.close());

  it('writes addresses and working secrets to a file only its owner can read', async () => {
    const access = await seed();
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(access);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(Object.keys(access)).toEqual([
      'baseUrl',
      'signalingUrl',
      'studioUrl',
      'signInUrl',
      'accountId',
      'agentId',
      'apiKey',
      'connectorToken',
    ]);
    expect(access.signalingUrl).toBe(service.baseUrl.replace('http:', 'ws:'));
    expect(await works(access.apiKey)).toBe(true);
    expect(await tokens().resolve(access.connectorToken)).toMatchObject({
      kind: 'connector',
      agentId: access.agentId,
      target: 'sandbox',
    });
  });

  it('reuses them on later and concurrent runs', async () => {
    const first = await seed();
    const again = await Promise.all([seed(), seed()]);
    const withoutLink = ({ signInUrl: _fresh, ...rest }: typeof first) => rest;
    expect(again.map(withoutLink)).toEqual([withoutLink(first), withoutLink(first)]);
  });

  it('creates new secrets without the file and leaves secrets of other services alone', async () => {
    const first = await seed();
    rmSync(file());
    const second = await seed();
    expect(second).toMatchObject({ accountId: first.accountId, agentId: first.agentId });
    expect(second.apiKey).not.toBe(first.apiKey);
    for (const { apiKey, connectorToken } of [first, second]) {
      expect(await works(apiKey)).toBe(true);
      expect(await tokens().resolve(connectorToken)).toBeDefined();
    }
  });

  it('tells people of the demo account where it is called by telephone, and nobody else', async () => {
    const access = await seed();
    const sipUri = 'sip:demo@127.0.0.1:5060';
    writeFileSync(file(), JSON.stringify({ ...access, sipUri }));
    const call = httpClient(service.baseUrl);
    const stranger = await service.createKey(await service.createAccount());
    const answers = [access.apiKey, stranger].map((key) => call('GET', '/v1/demo/line', { key }));
    const [own, others] = (await Promise.all(answers)).map(({ body }) => body);
    expect(own).toEqual({ agentId: 'earshot-demo', sipUri });
    expect(others).toEqual({});
  });

  it('recreates everything when the database is lost and the file is not', async () => {
    const lost = await seed();
    await service.prisma.agent.deleteMany();
    await service.prisma.apiKey.deleteMany();
    await service.prisma.account.deleteMany();
    const found = await seed();
    expect(found.apiKey).not.toBe(lost.apiKey);
    expect(await works(found.apiKey)).toBe(true);
  });
});
