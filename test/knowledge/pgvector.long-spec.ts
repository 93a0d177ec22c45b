import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { packVector } from '../../src/knowledge/embeddings/packed-vector.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { describeWithPgvector, startPgvectorPostgres } from '../support/pgvector-postgres.js';
import { until } from '../support/until.js';
import { askedDirections, directions, type FilledSet, fillSet } from './directions.js';

const AGENT: AgentDocument = {
  schemaVersion: 1,
  prompt: 'You are the front desk.',
  models: { traditional: { llm: { provider: 'openai' } } },
};
/** Has the meaning of the question but none of its words. */
const PETS = { name: 'Pets', content: 'Pets sleep on their own blanket.' };
const POOL = { name: 'Pool', content: 'Swimming is free for guests.' };
const QUESTION = 'Any puppy welcome?';

const MANY = 3_000;
const INDEX_FROM = 1_000;
const WANTED = 20;

describeWithPgvector(describe)('embeddings in PostgreSQL with pgvector', () => {
  let postgres: Awaited<ReturnType<typeof startPgvectorPostgres>>;
  let standIn: OpenAiStandIn;
  let service: TestApp;
  let admin: pg.Client;
  let asked: Awaited<ReturnType<typeof agentThatKnows>>;

  beforeAll(async () => {
    postgres = await startPgvectorPostgres();
    standIn = await OpenAiStandIn.start({
      brain: ({ instructions }) => ({ kind: 'say', text: instructions }),
      tokenIntervalMs: 0,
    });
  });
  afterAll(async () => {
    await standIn?.close();
    await postgres?.stop();
  });
  afterEach(async () => {
    await service?.close();
    await admin?.end();
  });

  /** A database whose user has the needed rights, optionally with those to create extensions and tables. */
  async function start(mayCreate: boolean): Promise<void> {
    const name = `pgvector_${randomBytes(4).toString('hex')}`;
    const server = new pg.Client(postgres.urlOf('postgres'));
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    await server.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
    await server.end();
    await deployMigrations(postgres.urlOf(name));
    admin = new pg.Client(postgres.urlOf(name));
    await admin.connect();
    await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`);
    await admin.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    const url = new URL(postgres.urlOf(name));
    if (!mayCreate) [url.username, url.password] = [name, 'plain'];
    service = await createTestApp({
      databaseUrl: url.href,
      env: {
        LLM_URL: standIn.url,
        EMBEDDINGS_URL: standIn.url,
        EMBEDDINGS_MODEL: 'meaning',
        KNOWLEDGE_WAIT_MS: '5000',
        ALLOW_PRIVATE_NETWORKS: 'providers',
      },
      overrides: {
        knowledge: {
          ...{ embeddingWaitMs: 4_000, embeddingPollMs: 20 },
          ...{ pgvectorPollMs: 100, pgvectorIndexPassages: INDEX_FROM },
        },
      },
    });
    asked = await agentThatKnows();
  }

  async function agentThatKnows() {
    const call = httpClient(service.baseUrl);
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, AGENT);
    for (const body of [PETS, POOL]) {
      const topics = `/v1/agents/${agentId}/branches/main/knowledge-base/topics`;
      expect((await call('POST', topics, { key, body })).status).toBe(201);
    }
    const topicsOf = async (message = QUESTION): Promise<string[]> => {
      const body = { clientEnv: 'draft', message };
      const { metadata } = (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body })).body;
      return (metadata.retrievedTopics as { name: string }[]).map(({ name }) => name);
    };
    return { agentId, topicsOf };
  }

  const isFound = () =>
    until('the topic is found by its meaning', async () => (await asked.topicsOf()).includes('Pets'));
  const count = async (sql: string): Promise<number> =>
    (await admin.query<{ count: number }>(`SELECT count(*)::int AS count ${sql}`)).rows[0]?.count ?? 0;
  const isBrought = () =>
    until('pgvector has the vectors', async () => {
      await asked.topicsOf();
      if ((await count(`FROM pg_class WHERE relname = 'knowledge_vectors'`)) === 0) return false;
      return (await count(`FROM knowledge_vectors WHERE agent_id = '${asked.agentId}'`)) === 2;
    });

  it('creates the extension, matches an exact scan and uses an index for many vectors', async () => {
    await start(true);
    await isFound();
    await isBrought();
    expect(await asked.topicsOf()).toEqual(['Pets']);
    expect(await count(`FROM pg_extension WHERE extname = 'vector'`)).toBe(1);

    const [vectors, few] = [directions(MANY), directions(INDEX_FROM - 1)];
    const other = await agentThatKnows();
    const [large, small] = [
      await fillSet(admin, asked.agentId, vectors),
      await fillSet(admin, other.agentId, few),
    ];
    const inService = service.module<typeof import('./in-service.js')>('test/knowledge/in-service.ts');
    const setOf = ({ agentId, hash, space }: FilledSet) => ({ agentId, hash, space });
    const madeIndexes = `FROM pg_stat_user_indexes WHERE relname = 'knowledge_vectors' AND indexrelname LIKE 'knowledge_vectors_%'
      AND indexrelname <> 'knowledge_vectors_pkey'`;
    for (const set of [large, small])
      await until('the set is searched in PostgreSQL', () => inService.hasPgvector(setOf(set)), 60_000);
    await until('there is an index of the many', async () => (await count(madeIndexes)) === 1, 60_000);

    const questions = askedDirections(40);
    for (const [set, leastShared] of [
      [large, 0.95],
      [small, 0.999],
    ] as const) {
      const there = setOf(set);
      expect(await inService.hasPgvector(there)).toBe(true);
      let shared = 0;
      for (const question of questions) {
        const exact = set.exact(question, WANTED).map(({ number }) => number);
        const found = ((await inService.nearest(there, question, WANTED)) ?? []).map(({ number }) => number);
        expect([found.length, found[0]]).toEqual([WANTED, exact[0]]);
        shared += found.filter((number) => exact.includes(number)).length;
        expect((await inService.nearest(there, question, WANTED, 0.7))?.[0]?.number).toBe(exact[0]);
      }
      console.log(
        `${set === large ? 'by the index' : 'exactly'}: ${shared / questions.length / WANTED} of the same 20`,
      );
      expect(shared / questions.length / WANTED).toBeGreaterThanOrEqual(leastShared);
    }
    await until(
      'PostgreSQL tells that the index was read',
      async () => (await count(`${madeIndexes} AND idx_scan >= ${questions.length}`)) === 1,
      30_000,
    );
    expect(
      await inService.nearest(setOf(large), packVector(new Float32Array(8).fill(0.3)), WANTED),
    ).toBeUndefined();

    await admin.query('DELETE FROM agents WHERE id = $1', [other.agentId]);
    expect(await count(`FROM knowledge_vectors WHERE agent_id = '${other.agentId}'`)).toBe(0);
  }, 180_000);

  it('uses plain SQL without permission to create the extension, until an administrator does', async () => {
    await start(false);
    await isFound();
    expect(await count(`FROM pg_extension WHERE extname = 'vector'`)).toBe(0);
    await admin.query('CREATE EXTENSION vector');
    await admin.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    await isBrought();
    expect(await asked.topicsOf()).toEqual(['Pets']);
  }, 120_000);

  it('falls back to plain SQL when the extension is dropped, and returns to it', async () => {
    await start(true);
    await isFound();
    await isBrought();
    await admin.query('DROP EXTENSION vector CASCADE');
    expect(await asked.topicsOf()).toEqual(['Pets']);
    await isBrought();
    // Each connection has a prepared statement from before.
    for (let time = 0; time < 20; time++) expect(await asked.topicsOf()).toEqual(['Pets']);
  }, 120_000);
});
