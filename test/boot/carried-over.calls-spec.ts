import { Webhook } from 'standardwebhooks';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { countsOf } from '../control/stored-bytes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import type { TestDatabase } from '../support/database.js';
import { dumpDatabase } from '../support/dump.js';
import { httpClient } from '../support/http.js';
import { Browser } from '../support/people.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import {
  INSTANCE_SECRET,
  type OlderAccount,
  olderAccounts,
  restoreOlderDatabase,
} from './support/older-database.js';

const NEW_SECRET = 'another secret that the instance has from now on';

/** The dump grows older, and none of its data may expire. */
const KEEP = { CONVERSATIONS_RETENTION_DAYS: '0', WEBHOOK_RETENTION_DAYS: '3650' };
const REACH_LOOPBACK = { ALLOW_PRIVATE_NETWORKS: 'providers,tools,webhooks' };

describe('service on a database migrated to the init migration', () => {
  let receiver: Receiver;
  let database: TestDatabase;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  const accounts = olderAccounts();

  const start = (secret: string) =>
    createTestApp({
      databaseUrl: database.url,
      env: { ...KEEP, ...REACH_LOOPBACK, INSTANCE_SECRET: secret },
    });

  beforeAll(async () => {
    receiver = await startReceiver();
    database = await restoreOlderDatabase(new URL(receiver.baseUrl).host);
    await deployMigrations(database.url);
    service = await start(INSTANCE_SECRET);
    call = httpClient(service.baseUrl);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    await receiver?.close();
  });

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const requestTo = (path: string, authorization: string) =>
    receiver.requests.find(
      ({ path: asked, headers }) => asked.startsWith(path) && headers.authorization === authorization,
    );

  it.each(accounts)(
    'accepts the API keys of $person.email with their limits',
    async ({ apiKeys, ...of }: OlderAccount) => {
      const own = await call('GET', '/v1/account', { key: apiKeys.all });
      expect([own.status, own.body]).toMatchObject([200, { accountId: of.accountId }]);
      const agent = await call('GET', `/v1/agents/${of.agentId}`, { key: apiKeys.limited });
      expect(agent.status).toBe(200);
      expect((await call('GET', '/v1/audit-log', { key: apiKeys.limited })).status).toBe(403);
      expect((await call('GET', '/v1/account', { key: apiKeys.revoked })).status).toBe(401);
    },
  );

  it.each(accounts)(
    'accepts connector tokens of $person.email, also the rotated one, and call tokens',
    async (account: OlderAccount) => {
      const statusOf = async (token: string) =>
        (await call('GET', '/api/v1/ice-servers', bearer(token))).status;
      const { callToken, connectorTokens, connectorId } = account;
      for (const token of [...connectorTokens, callToken]) expect(await statusOf(token)).toBe(200);
      expect(await statusOf(`${callToken.slice(0, -4)}AAAA`)).toBe(401);
      const url = `/api/v1/connectors/${connectorId}/call-tokens`;
      const [first = '', second = ''] = connectorTokens;
      const minted = await call('POST', url, { ...bearer(first), body: {} });
      expect([minted.status, await statusOf(minted.body.token)]).toEqual([201, 200]);
      expect((await call('POST', url, { ...bearer(second), body: {} })).status).toBe(401);
    },
  );

  it.each(accounts)(
    'signs in $person.email with password and cookie, and accepts an open invitation',
    async (account: OlderAccount) => {
      const { email, password } = account.person;
      const browser = new Browser(service.baseUrl);
      expect((await browser.signIn({ email, password: `${password}.` })).status).toBe(401);
      expect((await browser.signIn({ email, password })).status).toBe(200);
      const cookied = new Browser(service.baseUrl);
      cookied.cookie = account.session;
      expect((await cookied.send('GET', '/v1/session')).body.user.email).toBe(email);
      const guest = { token: account.invitation, name: 'Guest', password: 'ten green bottles of a guest' };
      expect((await call('POST', '/v1/invitations/accept', { body: guest })).status).toBe(200);
    },
  );

  it.each(accounts)(
    'sends due webhooks of $person.email, signed as before',
    async ({ webhook, conversationIds }: OlderAccount) => {
      const { headers, body } = await until('the webhook comes', () =>
        requestTo('/hook', webhook.authorization),
      );
      expect(JSON.parse(body)).toMatchObject({ type: 'conversation.ended' });
      expect(body).toContain(conversationIds[1]);
      for (const secret of webhook.secrets)
        expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    },
  );

  it.each(accounts)(
    'replays idempotent responses of $person.email',
    async ({ apiKeys, webhook }: OlderAccount) => {
      const headers = { 'idempotency-key': 'once' };
      const repeated = { key: apiKeys.all, headers, body: webhook.request };
      const { status, body } = await call('POST', '/v1/webhook-endpoints', repeated);
      expect([status, body]).toEqual([201, webhook.answer]);
    },
  );

  it.each(accounts)(
    'uses the secrets of $person.email for providers and tools',
    async ({ agentId, provider, tool, apiKeys }: OlderAccount) => {
      await call('POST', `/v1/providers/${provider.name}/test`, { key: apiKeys.all });
      expect(requestTo('/v1', `Bearer ${provider.apiKey}`)).toBeDefined();
      const trial = { key: apiKeys.all, body: { tool: tool.name } };
      const { body } = await call('POST', `/v1/agents/${agentId}/tool-trials`, trial);
      expect(body).toMatchObject({ outcome: 'ok' });
      expect(requestTo('/tool', `Bearer ${tool.secret}`)).toBeDefined();
    },
  );

  it.each(accounts)(
    'keeps deployments, alert rules and conversations of $person.email, and continues an open one',
    async (account: OlderAccount) => {
      const { agentId, deployments, apiKeys, conversationIds } = account;
      const key = apiKeys.all;
      const get = async (url: string) => (await call('GET', url, { key })).body;
      const { activeDeployments } = await get(`/v1/agents/${agentId}/deployments/active`);
      expect(activeDeployments).toMatchObject({
        sandbox: { id: deployments.sandbox },
        live: { id: deployments.live },
      });
      expect(await get(`/v1/alert-rules/${account.alertRuleId}`)).toMatchObject({ name: 'Crashes' });
      const { conversation } = await get(`/v1/conversations/${conversationIds[0]}`);
      expect(conversation.turns.map(({ text }: { text: string }) => text)).toContain('From nine to five.');
      const chat = `/v1/agents/${agentId}/debug-chat/${account.openChatId}`;
      const { body } = await call('POST', chat, { key, body: { message: 'When are you open?' } });
      expect(body.response).toBe('From nine to five.');
    },
  );

  it.each(accounts)(
    "keeps the storage count of $person.email's account",
    async ({ accountId }: OlderAccount) => {
      const { counted, stored } = await countsOf(service, accountId);
      expect(counted).toEqual(stored);
      expect(Object.keys(counted)).toEqual(expect.arrayContaining(['conversations', 'drafts', 'versions']));
    },
  );

  it('opens all sealed values and reseals them with a new secret', async () => {
    const keysInUse = async () => {
      const dump = await dumpDatabase((sql, ...values) => service.prisma.$queryRawUnsafe(sql, ...values));
      return new Set(JSON.stringify(dump).match(/v1\.[0-9a-f]{12}\./g));
    };
    const before = await keysInUse();
    expect(before.size).toBeGreaterThanOrEqual(6);
    await service.close();
    service = await start(`${NEW_SECRET},${INSTANCE_SECRET}`);
    await until('nothing is sealed with a key of before', async () => {
      const now = await keysInUse();
      return [...before].every((key) => !now.has(key));
    });
  });
});
