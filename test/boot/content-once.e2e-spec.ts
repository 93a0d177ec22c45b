import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inProject } from '../../scripts/lib/project.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const MIGRATION = '20261129101700_content_once_per_account';
const FILE = Buffer.from('We are open from nine to five. '.repeat(500));
const SHA256 = createHash('sha256').update(FILE).digest('hex');

describe('database with a copy of documents and files per agent', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let before: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    before = mkdtempSync(path.join(os.tmpdir(), 'earshot-migrations-'));
    cpSync(inProject('prisma', 'migrations'), before, { recursive: true });
    for (const name of readdirSync(before))
      if (/^\d/.test(name) && name >= MIGRATION) rmSync(path.join(before, name), { recursive: true });
    await deployMigrations(database.url, before);
  });
  afterEach(async () => {
    await client?.end();
    await database?.drop();
    rmSync(before, { recursive: true, force: true });
  });

  const ask = async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows;

  const addAgent = (id: string, accountId: string) =>
    ask('INSERT INTO agents (id, account_id, name) VALUES ($1, $2, $1)', id, accountId);
  const addVersion = (agentId: string, version: string, document: object) =>
    ask(
      `INSERT INTO agent_contents (agent_id, version, functions_hash, knowledge_hash, document)
       VALUES ($1, $2, 'functions', 'knowledge', $3)`,
      ...[agentId, version, document],
    );
  const addDocument = (agentId: string, name: string, content: Buffer) =>
    ask(
      `INSERT INTO knowledge_documents (id, agent_id, name, media_type, content, size_bytes, sha256, passages, source)
       VALUES ($1, $2, $3, 'text/plain', $4, $5, $6, 1, 'source')`,
      ...[randomUUID(), agentId, name, content, content.length],
      createHash('sha256').update(content).digest('hex'),
    );
  const counted = () =>
    ask(
      `SELECT account_id, kind, sum(bytes)::int AS bytes FROM (
         SELECT account_id, kind, bytes FROM stored_bytes UNION ALL SELECT account_id, kind, bytes FROM stored_bytes_changes
       ) AS changes GROUP BY account_id, kind HAVING sum(bytes) <> 0 ORDER BY 1, 2`,
    );
  const stored = () =>
    ask(
      'SELECT account_id, kind, sum(bytes)::int AS bytes FROM stored_rows GROUP BY account_id, kind ORDER BY 1, 2',
    );

  it('is deduplicated per account, with references from agents and recounted bytes', async () => {
    const document = { greeting: 'Hello.', note: randomUUID().repeat(200) };
    for (const agentId of ['one', 'two']) await addAgent(agentId, 'first');
    await addAgent('three', 'second');
    for (const agentId of ['one', 'two', 'three']) {
      await addVersion(agentId, `v-${agentId}`, document);
      await addDocument(agentId, 'hours.txt', FILE);
    }
    await addVersion('one', 'v-other', { greeting: 'Good bye.' });
    await addDocument('one', 'copy.txt', FILE);
    await addDocument('one', 'other.txt', Buffer.from('Other.'));
    const [{ bytes: knowledgeBefore } = { bytes: 0 }] = (await stored()).filter(
      (row) => row.kind === 'knowledge',
    );

    expect(await deployMigrations(database.url)).toContain(MIGRATION);

    expect(
      await ask(
        `SELECT account_id, count(*)::int FROM agent_contents GROUP BY account_id ORDER BY account_id`,
      ),
    ).toEqual([
      { account_id: 'first', count: 2 },
      { account_id: 'second', count: 1 },
    ]);
    const versions = await ask(
      `SELECT agent_id, version, functions_hash, knowledge_hash, document
       FROM agent_versions JOIN agent_contents USING (account_id) WHERE hash = content_hash ORDER BY agent_id, version`,
    );
    const hashes = { functions_hash: 'functions', knowledge_hash: 'knowledge' };
    expect(versions).toEqual([
      { agent_id: 'one', version: 'v-one', ...hashes, document },
      { agent_id: 'one', version: 'v-other', ...hashes, document: { greeting: 'Good bye.' } },
      { agent_id: 'three', version: 'v-three', ...hashes, document },
      { agent_id: 'two', version: 'v-two', ...hashes, document },
    ]);
    const files = await ask(
      `SELECT agent_id, name, account_id, size_bytes, content
       FROM knowledge_documents JOIN knowledge_files USING (account_id, sha256) ORDER BY agent_id, name`,
    );
    const hours = { size_bytes: FILE.length, content: FILE };
    expect(files).toEqual([
      { agent_id: 'one', name: 'copy.txt', account_id: 'first', ...hours },
      { agent_id: 'one', name: 'hours.txt', account_id: 'first', ...hours },
      {
        agent_id: 'one',
        name: 'other.txt',
        account_id: 'first',
        size_bytes: 6,
        content: Buffer.from('Other.'),
      },
      { agent_id: 'three', name: 'hours.txt', account_id: 'second', ...hours },
      { agent_id: 'two', name: 'hours.txt', account_id: 'first', ...hours },
    ]);
    expect(await ask('SELECT account_id FROM knowledge_files WHERE sha256 = $1', SHA256)).toHaveLength(2);

    expect(await counted()).toEqual(await stored());
    const [{ bytes } = { bytes: 0 }] = (await stored()).filter((row) => row.kind === 'knowledge');
    expect(knowledgeBefore - bytes).toBe(2 * FILE.length - 2 * 200);

    await ask('DELETE FROM agents');
    expect(await ask('SELECT FROM agent_contents UNION ALL SELECT FROM knowledge_files')).toEqual([]);
    expect(await counted()).toEqual([]);
  });
});
