import { randomBytes } from 'node:crypto';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

/** Close to the largest prompt. */
const PROMPT_BYTES = 48_000;

interface StorageUse {
  readonly limitBytes: number | null;
  readonly usedBytes: number;
  readonly kinds: readonly { readonly kind: string; readonly bytes: number }[];
}

/** Incompressible text. */
export const noise = (bytes: number): string => randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64');

/** A document with about 48 kB per variant. */
export const largeDocument = (variants: number): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Hello.',
  variants: Object.fromEntries(
    Array.from({ length: variants }, (_, number) => [
      `variant-${number}`,
      { overrides: { prompt: noise(PROMPT_BYTES) } },
    ]),
  ),
});

export async function storageOf({ baseUrl }: TestApp, key: string): Promise<StorageUse> {
  const { status, body } = await httpClient(baseUrl)('GET', '/v1/usage/storage', { key });
  expect(status).toBe(200);
  return body as StorageUse;
}

/** Bytes by kind: counted by triggers, and in the account's rows, both at the same moment. */
export async function countsOf({ prisma }: TestApp, accountId: string) {
  const rows = await prisma.$queryRaw<{ from: 'counted' | 'stored'; kind: string; bytes: number }[]>`
    SELECT 'counted' AS "from", kind, sum(bytes)::float8 AS bytes FROM (
      SELECT account_id, kind, bytes FROM stored_bytes
      UNION ALL SELECT account_id, kind, bytes FROM stored_bytes_changes) AS changes
    WHERE account_id = ${accountId} GROUP BY kind HAVING sum(bytes) <> 0
    UNION ALL
    SELECT 'stored', kind, sum(bytes)::float8 FROM stored_rows WHERE account_id = ${accountId} GROUP BY kind`;
  const bytesOf = (side: 'counted' | 'stored') =>
    Object.fromEntries(rows.filter(({ from }) => from === side).map(({ kind, bytes }) => [kind, bytes]));
  return { counted: bytesOf('counted'), stored: bytesOf('stored') };
}
