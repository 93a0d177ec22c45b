import type { AgentDocument } from '../../src/agent-document/index.js';
import type { Prisma } from '../../src/common/prisma/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { countsOf, largeDocument, noise, storageOf } from './stored-bytes.js';

const BOUND = 10_737_418_240;
const FILE_BYTES = 60_000;
/** Other storage per agent: rows, drafts, passages, audit entries. */
const BESIDES = 20_000;

/** A large page with little text. */
const page = (text: string) => `<p>${text}</p><!-- ${noise(FILE_BYTES)} -->`;

describe('identical content within an account', () => {
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
  afterEach(async () => {
    const { counted, stored } = await countsOf(service, account.accountId);
    expect(counted).toEqual(stored);
  });

  const newAgents = (count: number, document?: AgentDocument, of = account) =>
    Promise.all(Array.from({ length: count }, () => service.createAgent(of, document)));
  const documents = (agentId: string, id = '') =>
    `/v1/agents/${agentId}/branches/main/knowledge-base/documents${id && `/${id}`}`;
  const headers = { 'content-type': 'text/html' };

  async function upload(agentId: string, rawBody: string, name = 'prices.html'): Promise<string> {
    const answer = await call('POST', `${documents(agentId)}?name=${name}`, { key, headers, rawBody });
    expect(answer.status).toBe(201);
    return answer.body.id;
  }
  async function remove(path: string): Promise<void> {
    expect((await call('DELETE', path, { key })).status).toBe(204);
  }
  const removeAgent = (agentId: string) => remove(`/v1/agents/${agentId}`);
  async function publish(agentId: string, environment = 'sandbox', as = key): Promise<void> {
    const path = `/v1/agents/${agentId}/deployments/publish`;
    expect((await call('POST', path, { key: as, body: { environment } })).status).toBe(201);
  }
  const duplicate = async (agentId: string): Promise<string> =>
    (await call('POST', `/v1/agents/${agentId}/duplicate`, { key, body: { newAgentName: 'Twin' } })).body
      .agentId;

  const bytesOf = async (kind: string) =>
    (await storageOf(service, key)).kinds.find((one) => one.kind === kind)?.bytes ?? 0;
  const kept = async ({ accountId } = account) => ({
    contents: await service.prisma.agentContent.count({ where: { accountId } }),
    files: await service.prisma.knowledgeFile.count({ where: { accountId } }),
  });

  /** Runs the work in a transaction that ends once all requests, sent in order, are blocked. */
  async function whileTheyWaitFor<T>(
    work: (transaction: Prisma.TransactionClient) => Promise<unknown>,
    ...requests: (() => Promise<T>)[]
  ): Promise<T[]> {
    const answers: Promise<T>[] = [];
    await service.prisma.$transaction(async (transaction) => {
      await work(transaction);
      const [own] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      for (const request of requests) {
        answers.push(request());
        await until('the requests wait, for the transaction or one another', async () => {
          const waiting = await service.prisma.$queryRaw<unknown[]>`
            WITH RECURSIVE held AS (
              SELECT ${own?.pid}::int AS pid
              UNION SELECT activity.pid FROM pg_stat_activity activity, held WHERE held.pid = ANY (pg_blocking_pids(activity.pid))
            ) SELECT FROM held WHERE pid <> ${own?.pid}::int`;
          return waiting.length === answers.length;
        });
      }
    });
    return Promise.all(answers);
  }

  it('is stored once for any number of publishes and agents', async () => {
    const document = largeDocument(1);
    const agents = await newAgents(4, document);
    await publish(agents[0] ?? '');
    const once = await bytesOf('versions');
    for (const agentId of agents) await publish(agentId);
    for (const environment of ['sandbox', 'live']) await publish(agents[0] ?? '', environment);
    expect(await kept()).toEqual({ contents: 1, files: 0 });
    expect(await bytesOf('versions')).toBeLessThan(once + BESIDES);

    const [first = '', ...others] = agents;
    await removeAgent(first);
    expect(await kept()).toEqual({ contents: 1, files: 0 });
    for (const agentId of others) {
      const active = await call('GET', `/v1/agents/${agentId}/deployments/active`, { key });
      expect(active.body.activeDeployments.sandbox).not.toBeNull();
    }
    for (const agentId of others) await removeAgent(agentId);
    expect(await kept()).toEqual({ contents: 0, files: 0 });
    expect(await bytesOf('versions')).toBe(0);
  });

  it('is stored once when an agent is duplicated with its knowledge', async () => {
    const [agentId = ''] = await newAgents(1, largeDocument(1));
    await upload(agentId, page('We are open from nine to five.'));
    await publish(agentId);
    const [versions, knowledge] = [await bytesOf('versions'), await bytesOf('knowledge')];
    const twins = [await duplicate(agentId), await duplicate(agentId)];
    for (const twin of twins) await publish(twin);
    expect(await kept()).toEqual({ contents: 1, files: 1 });
    expect(await bytesOf('versions')).toBeLessThan(versions + BESIDES);
    expect(await bytesOf('knowledge')).toBeLessThan(knowledge + BESIDES);
    for (const each of [agentId, ...twins]) await removeAgent(each);
    expect(await kept()).toEqual({ contents: 0, files: 0 });
  });

  it('is stored once when a file is uploaded to several agents, until its last document is deleted', async () => {
    const agents = await newAgents(3);
    const file = page('We are open from nine to five.');
    const ids = await Promise.all(agents.map((agentId) => upload(agentId, file)));
    expect(await kept()).toMatchObject({ files: 1 });
    expect(await bytesOf('knowledge')).toBeLessThan(FILE_BYTES + BESIDES);
    const [first = '', second = '', third = ''] = agents.map((agentId, at) => documents(agentId, ids[at]));
    await remove(first);
    const other = { key, headers, rawBody: page('We are closed.') };
    expect((await call('PUT', second, other)).status).toBe(200);
    expect(await kept()).toMatchObject({ files: 2 });
    expect((await call('GET', `${third}/content`, { key })).body).toBe(file);
    expect((await call('PUT', third, other)).status).toBe(200);
    expect(await kept()).toMatchObject({ files: 1 });
    expect((await call('GET', `${third}/content`, { key })).body).toBe(other.rawBody);
    for (const agentId of agents) await removeAgent(agentId);
    expect(await kept()).toMatchObject({ files: 0 });
    expect(await bytesOf('knowledge')).toBe(0);
  });

  it('is not shared with other accounts', async () => {
    const stranger = await service.createAccount();
    const document = largeDocument(1);
    const [own = ''] = await newAgents(1, document);
    const [theirs = ''] = await newAgents(1, document, stranger);
    await publish(own);
    await publish(theirs, 'sandbox', await service.createKey(stranger));
    await removeAgent(own);
    expect([await kept(), await kept(stranger)]).toMatchObject([{ contents: 0 }, { contents: 1 }]);
  });

  it('counts once towards the quota storageBytes', async () => {
    // Room for one and a half, before anything checks.
    const filled = {
      accountId: account.accountId,
      kind: 'recordings',
      bytes: BigInt(BOUND - 1.5 * FILE_BYTES),
    };
    await service.prisma.storedBytesChange.create({ data: filled });
    const agents = await newAgents(4);
    const file = page('Hello.');
    for (const agentId of agents) await upload(agentId, file);
    await upload(agents[0] ?? '', page('Another.'), 'another.html');
    const third = { key, headers, rawBody: page('A third.') };
    const refused = await call('POST', `${documents(agents[1] ?? '')}?name=third.html`, third);
    expect([refused.status, refused.body.error_code]).toEqual([409, 'STORAGE_LIMIT_REACHED']);
    await service.prisma.storedBytesChange.create({ data: { ...filled, bytes: -filled.bytes } });
  });

  it('survives a publish concurrent with deleting its last agent', async () => {
    const [first = '', second = ''] = await newAgents(2, largeDocument(1));
    await publish(first);
    await whileTheyWaitFor(
      (transaction) => transaction.agent.delete({ where: { id: first } }),
      () => publish(second),
    );
    expect(await kept()).toMatchObject({ contents: 1 });
  });

  it('survives an upload concurrent with deleting its last document', async () => {
    const [first = '', second = ''] = await newAgents(2);
    const file = page('Hello.');
    const id = await upload(first, file);
    const [late] = await whileTheyWaitFor(
      (transaction) => transaction.knowledgeDocument.delete({ where: { id } }),
      () => upload(second, file),
    );
    expect(await kept()).toMatchObject({ files: 1 });
    expect((await call('GET', `${documents(second, late)}/content`, { key })).body).toBe(file);
  });

  it("survives an upload in progress, which delays the last document's deletion", async () => {
    const [first = '', second = ''] = await newAgents(2);
    const file = page('Hello.');
    const id = await upload(first, file);
    await upload(second, page('Another.'), 'another.html');
    const [uploaded] = await whileTheyWaitFor(
      // Each upload ends by requesting vectors.
      (transaction) => transaction.$executeRaw`
        SELECT FROM knowledge_embedding_jobs WHERE agent_id = ${second} FOR UPDATE`,
      () => upload(second, file),
      () => remove(documents(first, id)).then(() => ''),
    );
    expect(await kept()).toMatchObject({ files: 2 });
    expect((await call('GET', `${documents(second, uploaded)}/content`, { key })).body).toBe(file);
  });

  it('is deleted when its last two agents are deleted concurrently', async () => {
    const [first = '', second = ''] = await newAgents(2, largeDocument(1));
    for (const agentId of [first, second]) {
      await upload(agentId, '<p>Hello.</p>');
      await publish(agentId);
    }
    await whileTheyWaitFor(
      (transaction) => transaction.agent.delete({ where: { id: first } }),
      () => removeAgent(second),
    );
    expect(await kept()).toEqual({ contents: 0, files: 0 });
  });

  it('survives concurrent publishes, uploads, copies and deletions', async () => {
    const document = largeDocument(1);
    const files = [page('One.'), page('Two.')];
    const round = async (nth: number) => {
      const [agentId = ''] = await newAgents(1, document);
      const id = await upload(agentId, files[nth % 2] ?? '');
      await Promise.all([
        publish(agentId),
        call('PUT', documents(agentId, id), { key, headers, rawBody: files[(nth + 1) % 2] ?? '' }).then(
          ({ status }) => expect(status).toBe(200),
        ),
      ]);
      const twin = await duplicate(agentId);
      await Promise.all([publish(twin), removeAgent(agentId)]);
      await removeAgent(twin);
    };
    await Promise.all(Array.from({ length: 4 }, (_, nth) => round(nth)));
    expect(await kept()).toEqual({ contents: 0, files: 0 });
  });
});
