import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NewConversation } from '../../src/conversations/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';
import { newConversation } from './support/new-conversation.js';

const CALLER = '+441632960001';
const EXPORT = '/v1/conversations/export';
const startedAt = new Date('2026-01-01T10:00:00.000Z');

describe('conversations of one caller', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;

  beforeAll(() => {
    service = sharedApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  const inService = () =>
    service.module<typeof import('./support/in-service.js')>('test/conversations/support/in-service.ts');

  const begin = (details: Partial<NewConversation> = {}, { accountId } = account) =>
    inService().begin(newConversation({ accountId, caller: CALLER, startedAt, ...details }));

  async function call(details: Partial<NewConversation> = {}, of = account): Promise<string> {
    const id = await begin(details, of);
    await inService().end(id, new Date(startedAt.getTime() + 1_000), 'It is "me", Ann.');
    return id;
  }

  const get = (url: string, by = key) => httpClient(service.baseUrl)('GET', url, { key: by });

  it("are exported in full as NDJSON, without other callers' data", async () => {
    const mine = [await call(), await call()];
    await call({ caller: '+441632960002' });
    await call({}, await service.createAccount());
    const url = `${service.baseUrl}${EXPORT}?caller=${encodeURIComponent(CALLER)}`;
    const answer = await fetch(url, { headers: { 'x-api-key': key } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const lines = (await answer.text()).trim().split('\n');
    const exported = lines.map((line) => JSON.parse(line));
    expect(exported.map(({ id }) => id).sort()).toEqual(mine.sort());
    for (const one of exported) {
      const read = await get(`/v1/conversations/${one.id}`);
      expect(one).toEqual(read.body.conversation);
    }
  });

  it('are exported as CSV over several pages without duplicates', async () => {
    const agents = [await service.createAgent(account), await service.createAgent(account)];
    const [agentId = ''] = agents;
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...newConversation({ accountId: account.accountId, agentId, startedAt }),
      connectorId: null,
      id: `conv_${account.accountId.slice(-10)}${index}`,
      instanceId: 'inst_gone',
      endedAt: startedAt,
    }));
    await service.prisma.conversation.createMany({ data: rows });
    const { headers, body } = await get(`${EXPORT}?format=csv&agentId=${agentId}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header = '', ...lines] = String(body).trim().split('\r\n');
    expect(header.split(',').slice(0, 3)).toEqual(['id', 'agentId', 'target']);
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(lines).toHaveLength(250);
    const limited = await service.createKey(account, { agentIds: [agents[1] ?? ''] });
    expect(
      String((await get(`${EXPORT}?format=csv`, limited)).body)
        .trim()
        .split('\r\n'),
    ).toHaveLength(1);
  });

  it("are deleted with recordings and pending webhooks, audited, without other callers' data", async () => {
    await webhookFixture(service).createEndpoint(account, 'http://127.0.0.1:9/', {
      eventTypes: ['conversation.started', 'conversation.ended'],
    });
    const deleted = await call();
    const kept = [await call({ caller: '+441632960002' }), await call({}, await service.createAccount())];
    const open = await begin();
    await until('events and the open call are stored', async () => {
      const events = await service.prisma.webhookEvent.count({ where: { accountId: account.accountId } });
      return events === 5 && (await service.prisma.conversation.count({ where: { id: open } })) === 1;
    });
    const recording = path.join(service.dataDir, 'recordings', deleted.slice(-2), `${deleted}.ogg`);
    mkdirSync(path.dirname(recording), { recursive: true });
    writeFileSync(recording, 'sound');
    const url = `/v1/conversations?caller=${encodeURIComponent(CALLER)}`;
    const answer = await httpClient(service.baseUrl)('DELETE', url, { key });
    expect([answer.status, answer.body]).toEqual([200, { deleted: 1, inProgress: 1 }]);

    const left = await service.prisma.conversation.findMany({ where: { id: { in: [deleted, ...kept] } } });
    expect(left.map(({ id }) => id).sort()).toEqual([...kept].sort());
    expect(existsSync(recording)).toBe(false);
    const bodies = await service.prisma.webhookEvent.findMany({ where: { accountId: account.accountId } });
    expect(bodies).toHaveLength(3);
    expect(JSON.stringify(bodies)).not.toContain(deleted);
    const audit = await service.prisma.auditEntry.findFirstOrThrow({
      where: { accountId: account.accountId, action: 'conversation.delete_by_caller' },
    });
    expect(audit.details).toEqual({ conversations: [deleted] });
    expect(JSON.stringify(audit)).not.toContain(CALLER);
    await inService().end(open, new Date());
  });

  it('are found and deleted by any form of the number, also as older releases stored it', async () => {
    const forms = ['+12125550100', '12125550100', '+2125550100'];
    const mine = [];
    for (const caller of forms) mine.push(await call({ caller }));
    await call({ caller: '+12125550101' });
    const find = async (caller: string) => {
      const { body } = await get(`/v1/conversations?caller=${encodeURIComponent(caller)}`);
      return body.conversations.map(({ id }: { id: string }) => id).sort();
    };
    for (const caller of ['+1 (212) 555-0100', '0012125550100', '12125550100', ' 12125550100']) {
      expect([caller, await find(caller)]).toEqual([caller, mine.toSorted()]);
    }
    // An unescaped plus.
    const answer = await httpClient(service.baseUrl)('DELETE', '/v1/conversations?caller=+12125550100', {
      key,
    });
    expect(answer.body).toEqual({ deleted: 3, inProgress: 0 });
  });

  it('are deleted one by one with their webhooks', async () => {
    await webhookFixture(service).createEndpoint(account, 'http://127.0.0.1:9/', {
      eventTypes: ['conversation.ended'],
    });
    const id = await call();
    const events = () => service.prisma.webhookEvent.count({ where: { accountId: account.accountId } });
    await until('the event is stored', async () => (await events()) === 1);
    const answer = await httpClient(service.baseUrl)('DELETE', `/v1/conversations/${id}`, { key });
    expect(answer.status).toBe(204);
    expect(await events()).toBe(0);
  });

  it('are deleted only by account-wide keys and for a given caller', async () => {
    const limited = await service.createKey(account, { agentIds: ['agent-1'] });
    const http = httpClient(service.baseUrl);
    expect(await http('DELETE', '/v1/conversations?caller=x', { key: limited })).toMatchObject({
      status: 403,
    });
    for (const query of ['', '?caller=', '?agentId=agent-1']) {
      expect(await http('DELETE', `/v1/conversations${query}`, { key })).toMatchObject({ status: 400 });
    }
  });
});
