import type { AuditRetention } from '../../src/audit/audit-retention.js';
import { newId } from '../../src/common/ids/index.js';
import { Prisma } from '../../src/common/prisma/index.js';
import type { StoredBytesSums } from '../../src/quotas/index.js';
import { beginCall } from '../call-reports/support/recorded-call.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import { countsOf, largeDocument, noise, storageOf } from './stored-bytes.js';

const GIB = 1_073_741_824;
const BOUND = 10 * GIB;
const DAY_MS = 86_400_000;
/** Needs more than one DELETE. */
const OLD_ENTRIES = 1_001;
const DOCUMENT = { schemaVersion: 1, greeting: 'Hello.' };

describe('account storage', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agents: string;

  beforeAll(() => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
    agents = `/v1/accounts/${account.accountId}/agents`;
  });

  async function expectExactCounts(): Promise<void> {
    const { counted, stored } = await countsOf(service, account.accountId);
    expect(counted).toEqual(stored);
  }

  const kinds = async () => (await storageOf(service, key)).kinds.map(({ kind }) => kind).sort();

  /** Adds a conversation with a recording of this size. */
  async function recordingOf(bytes: number): Promise<string> {
    const { id, end } = await beginCall(service, { accountId: account.accountId });
    await end({ at: new Date(), reason: 'client-close', crashed: false });
    const where = { id, endedAt: { not: null } };
    await until('it is on record', () => service.prisma.conversation.findFirst({ where }));
    const recording = { name: `${id}.ogg`, bytes: BigInt(bytes), modifiedAt: new Date() };
    await service.prisma.recording.create({ data: { conversationId: id, ...recording } });
    return id;
  }

  it('rejects additions at the limit, until something is deleted', async () => {
    const agentId = await service.createAgent(account);
    const conversationId = await recordingOf(BOUND);
    const path = `/v1/agents/${agentId}`;
    const documents = `${path}/branches/main/knowledge-base/documents?name=hours.txt`;
    const refused = [
      await call('POST', agents, { key, body: { name: 'Desk' } }),
      await call('PUT', `${path}/draft`, { key, body: { revision: 1, document: DOCUMENT } }),
      await call('POST', `${path}/deployments/publish`, { key, body: { environment: 'sandbox' } }),
      await call('POST', documents, {
        key,
        headers: { 'content-type': 'text/plain' },
        rawBody: 'Nine to five.',
      }),
      await call('POST', `${path}/test-sets`, { key, body: { name: 'Set' } }),
      await call('POST', `${path}/debug-chat`, { key, body: { clientEnv: 'draft', message: 'Hello' } }),
    ];
    const message = expect.stringMatching(
      /^The account stores 10 GiB and may store 10 GiB \(recordings 10 GiB, .*\)\. Delete .* raise the quota: npm run cli -- quotas set ACCOUNT storageBytes NUMBER$/,
    );
    for (const answer of refused)
      expect([answer.status, answer.body]).toEqual([409, envelope(answer, 'STORAGE_LIMIT_REACHED', message)]);

    const rename = () => call('PATCH', path, { key, body: { name: 'Front desk' } });
    expect((await rename()).status).toBe(200);
    const second = await recordingOf(GIB);
    const { status, body } = await rename();
    expect([status, body.error_code]).toEqual([409, 'STORAGE_LIMIT_REACHED']);
    const { usedBytes, limitBytes, kinds } = await storageOf(service, key);
    expect(limitBytes).toBe(BOUND);
    expect(usedBytes).toBe(kinds.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(kinds[0]).toEqual({ kind: 'recordings', bytes: 11 * GIB + 400 });

    for (const id of [second, conversationId])
      expect((await call('DELETE', `/v1/conversations/${id}`, { key })).status).toBe(204);
    expect((await call('POST', agents, { key, body: { name: 'Desk' } })).status).toBe(200);
  });

  it('is counted exactly through adds, changes and deletes', async () => {
    const agentId = await service.createAgent(account, largeDocument(2));
    await publish(service, account, agentId, 'sandbox');
    const path = `/v1/agents/${agentId}`;
    const documents = `${path}/branches/main/knowledge-base/documents`;
    const headers = { 'content-type': 'text/plain', 'idempotency-key': 'once' };
    const rawBody = 'We are open from nine to five. '.repeat(2_000);
    const document = await call('POST', `${documents}?name=hours.txt`, { key, headers, rawBody });
    expect(document.status).toBe(201);
    const sets = `${path}/test-sets`;
    const { testSet } = (await call('POST', sets, { key, body: { name: 'Set' } })).body;
    const turns = [{ expect: [{ kind: 'contains', text: 'Hello' }] }];
    await call('POST', `${sets}/${testSet.id}/cases`, { key, body: { name: 'Case', turns } });
    const { testRun } = (await call('POST', `${sets}/${testSet.id}/runs`, { key })).body;
    await until('it has run', async () => {
      const { state } = (await call('GET', `/v1/test-runs/${testRun.id}`, { key })).body.testRun;
      return state === 'passed';
    });
    const chat = await call('POST', `${path}/debug-chat`, {
      key,
      body: { clientEnv: 'draft', message: 'Hello' },
    });
    expect(chat.status).toBe(201);
    await expectExactCounts();
    expect(await kinds()).toEqual(
      ['auditLog', 'conversations', 'drafts', 'idempotency', 'knowledge', 'tests', 'versions'].sort(),
    );

    const { revision } = (await call('GET', `${path}/draft`, { key })).body;
    await call('PATCH', `${path}/draft`, { key, body: { revision, document: { variants: null } } });
    await call('DELETE', `${documents}/${document.body.id}`, { key });
    await expectExactCounts();
    await call('DELETE', `${sets}/${testSet.id}`, { key });
    await expectExactCounts();
    await service.prisma.conversation.deleteMany({ where: { accountId: account.accountId } });
    await expectExactCounts();
    expect((await call('DELETE', path, { key })).status).toBe(204);
    await expectExactCounts();
    expect(await kinds()).toEqual(['auditLog', 'idempotency']);
  });

  it('is counted exactly under concurrent changes, which are then summed', async () => {
    const sums = service.provider<StoredBytesSums>('StoredBytesSums');
    const ids = await Promise.all(Array.from({ length: 6 }, () => service.createAgent(account)));
    const [first = '', ...others] = ids;
    const documents = `/v1/agents/${first}/branches/main/knowledge-base/documents`;
    const headers = { 'content-type': 'text/plain' };
    const upload = (name: number) =>
      call('POST', `${documents}?name=${name}.txt`, {
        key,
        headers,
        rawBody: noise(9_000).replaceAll('/', ' '),
      });
    const save = (agentId: string) =>
      call('PUT', `/v1/agents/${agentId}/draft`, { key, body: { revision: 1, document: largeDocument(1) } });
    const remove = (agentId: string) => call('DELETE', `/v1/agents/${agentId}`, { key });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, name) => upload(name)),
      ...others.map(save),
      ...others.slice(0, 3).map(remove),
    ]);
    // A draft may be deleted before it is saved.
    expect(answers.map(({ status }) => status).filter((status) => status >= 300 && status !== 404)).toEqual(
      [],
    );
    await Promise.all([sums.run(), sums.run(), sums.run()]);
    await expectExactCounts();
    const where = { accountId: account.accountId };
    await until('all changes are added up', async () => {
      await sums.run();
      return (await service.prisma.storedBytesChange.count({ where })) === 0;
    });
    await expectExactCounts();
  });

  it('is counted without blocking other changes, and not for a rollback', async () => {
    const agentId = await service.createAgent(account);
    const other = await service.createAgent(account);
    const unfinished = service.prisma.$transaction(async (transaction) => {
      await transaction.draft.update({ where: { agentId }, data: { document: { note: noise(9_000) } } });
      const body = { revision: 1, document: largeDocument(1) };
      expect((await call('PUT', `/v1/agents/${other}/draft`, { key, body })).status).toBe(200);
      await service.provider<StoredBytesSums>('StoredBytesSums').run();
      throw new Error('rolled back');
    });
    await expect(unfinished).rejects.toThrow('rolled back');
    await expectExactCounts();
  });

  it('drops audit entries older than AUDIT_RETENTION_DAYS, and no others', async () => {
    await service.createAgent(account);
    const { accountId } = account;
    const entry = await service.prisma.auditEntry.findFirstOrThrow({ where: { accountId } });
    const aged = (days: number) => ({
      ...entry,
      id: newId('aud'),
      details: Prisma.DbNull,
      createdAt: new Date(Date.now() - days * DAY_MS),
    });
    const recent = aged(399);
    const old = Array.from({ length: OLD_ENTRIES }, () => aged(401));
    await service.prisma.auditEntry.createMany({ data: [recent, ...old] });
    await service.provider<AuditRetention>('AuditRetention').run();
    const left = await service.prisma.auditEntry.findMany({ where: { accountId } });
    expect(left.map(({ id }) => id).sort()).toEqual([entry.id, recent.id].sort());
    await expectExactCounts();
  });
});
