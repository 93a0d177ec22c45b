import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { giveTo } from './account.mjs';

/** The service's database user: it owns its database and has no other rights on the server. */
const ROLE = 'earshot';
/** @param {string} folder */
const passwordFileOf = (folder) => path.join(folder, 'service-password');

/** Everything that an earlier release created as the superuser. Parts of tables belong to the tables' owners. */
const TAKE_OVER = `
  DO $$
  DECLARE found record;
  BEGIN
    FOR found IN
      SELECT format('ALTER %s %I.%I OWNER TO ${ROLE}',
               CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
               nspname, relname) AS statement
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner <> '${ROLE}'::regrole
         AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))
      UNION ALL
      SELECT format('ALTER TYPE %I.%I OWNER TO ${ROLE}', nspname, typname)
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
       WHERE nspname = 'public' AND typtype IN ('e', 'd') AND typowner <> '${ROLE}'::regrole
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${ROLE}', p.oid::regprocedure)
        FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
       WHERE nspname = 'public' AND proowner <> '${ROLE}'::regrole
    LOOP
      EXECUTE found.statement;
    END LOOP;
  END $$`;

/**
 * Creates the database and its owner, if missing; changes the owner of an earlier release's database.
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {{ folder: string, account: import('./account.mjs').Account }} options
 * @param {string} database
 * @returns {Promise<(database: string) => string>} addresses of its databases for that user
 */
export async function ensureServiceDatabase(cluster, { folder, account }, database) {
  const password = ensurePassword(folder, account);
  await asSuperuser(cluster.urlOf('postgres'), async (client) => {
    const { rowCount: hasRole } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (hasRole === 0) await client.query(`CREATE ROLE ${ROLE}`);
    await client.query(
      `ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
    );
    const name = client.escapeIdentifier(database);
    const { rowCount: hasDatabase } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      database,
    ]);
    await client.query(
      hasDatabase === 0 ? `CREATE DATABASE ${name} OWNER ${ROLE}` : `ALTER DATABASE ${name} OWNER TO ${ROLE}`,
    );
  });
  await asSuperuser(cluster.urlOf(database), (client) => client.query(TAKE_OVER));
  return serviceUrls(folder, cluster.port);
}

/**
 * @param {string} folder
 * @param {number} port
 * @returns {(database: string) => string}
 */
export function serviceUrls(folder, port) {
  const password = readFileSync(passwordFileOf(folder), 'utf8').trim();
  return (database) => `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * @param {string} folder
 * @param {import('./account.mjs').Account} account
 */
function ensurePassword(folder, account) {
  const file = passwordFileOf(folder);
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') {
    writeFileSync(file, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
    giveTo(account, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * @param {string} url
 * @param {(client: pg.Client) => Promise<unknown>} work
 */
async function asSuperuser(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
