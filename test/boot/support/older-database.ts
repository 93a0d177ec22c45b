import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inProject } from '../../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/** INSTANCE_SECRET of the service that created the database. */
export const INSTANCE_SECRET = 'the secret of the instance that was dumped';

/** One account of the dump with its credentials. */
export interface OlderAccount {
  readonly accountId: string;
  readonly agentId: string;
  readonly apiKeys: { readonly all: string; readonly limited: string; readonly revoked: string };
  readonly connectorId: string;
  /** The first belongs to `connectorId`; the second was rotated into the third. */
  readonly connectorTokens: readonly string[];
  readonly callToken: string;
  readonly person: { readonly email: string; readonly password: string };
  /** A cookie. */
  readonly session: string;
  readonly invitation: string;
  readonly webhook: {
    /** Sent with `Idempotency-Key: once`, and its response. */
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

/** The receiver address in webhook endpoints, providers and tools of the dump. */
const HOST_IN_DUMP = '127.0.0.1:65001';

const fixture = (name: string) => readFileSync(inProject('test', 'boot', 'fixtures', name));

export const olderAccounts = (): OlderAccount[] => JSON.parse(fixture('f7ad95c6.json').toString());

/**
 * A database of commit f7ad95c6, the last with the 46 migrations that `init` replaces. Its service created the data
 * over HTTP, and PostgreSQL 15's `pg_dump --inserts` wrote it. Expiry times were moved to the year 2100 before; call
 * tokens were signed for that year.
 * @param host of the receiver, replacing the one in the dump
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
