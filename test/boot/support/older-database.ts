import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inProject } from '../../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/** INSTANCE_SECRET of the service that filled the database. */
export const INSTANCE_SECRET = 'the secret of the instance that was dumped';

/** One account of the dump, with the credentials that were issued for it. */
export interface OlderAccount {
  readonly accountId: string;
  readonly agentId: string;
  readonly apiKeys: { readonly all: string; readonly limited: string; readonly revoked: string };
  readonly connectorId: string;
  /** The first is the one of `connectorId`; the second was rotated, and the third took its place. */
  readonly connectorTokens: readonly string[];
  readonly callToken: string;
  readonly person: { readonly email: string; readonly password: string };
  /** A cookie. */
  readonly session: string;
  readonly invitation: string;
  readonly webhook: {
    /** Sent with `Idempotency-Key: once`, and what it was answered. */
    readonly request: object;
    readonly answer: object;
    /** Two during a rotation. */
    readonly secrets: readonly string[];
    readonly authorization: string;
  };
  readonly provider: { readonly name: string; readonly apiKey: string };
  readonly tool: { readonly name: string; readonly secret: string };
  readonly alertRuleId: string;
  readonly deployments: { readonly sandbox: string; readonly live: string };
  readonly conversationIds: readonly string[];
  readonly openChatId: string;
}

/** Address of the receiver that webhook endpoints, providers and tools of the dump name. */
const HOST_IN_DUMP = '127.0.0.1:65001';

const fixture = (name: string) => readFileSync(inProject('test', 'boot', 'fixtures', name));

export const olderAccounts = (): OlderAccount[] => JSON.parse(fixture('f7ad95c6.json').toString());

/**
 * A database of commit f7ad95c6, the last with the 46 migrations that `init` replaces. The service of that commit
 * filled it over HTTP, and `pg_dump --inserts` of PostgreSQL 15 wrote it. Before that, the times at which its data
 * expires were moved to the year 2100; the call tokens were signed for that year.
 * @param host of the receiver, in place of the one in the dump
 */
export async function restoreOlderDatabase(host = HOST_IN_DUMP): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const dump = gunzipSync(fixture('f7ad95c6.sql.gz')).toString().replaceAll(HOST_IN_DUMP, host);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.query(dump);
  } finally {
    await client.end();
  }
  return database;
}
