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

/** Bytes by kind: counted by triggers, and in the account's rows now. */
export async function countsOf({ prisma }: TestApp, accountId: string) {
  const [counted, stored] = await Promise.all([
    prisma.$queryRaw<{ kind: string; bytes: number }[]>`
      SELECT kind, sum(bytes)::float8 AS bytes FROM (
        SELECT account_id, kind, bytes FROM stored_bytes
        UNION ALL SELECT account_id, kind, bytes FROM stored_bytes_changes) AS changes
      WHERE account_id = ${accountId} GROUP BY kind HAVING sum(bytes) <> 0`,
    prisma.$queryRaw<{ kind: string; bytes: number }[]>`
      SELECT kind, sum(bytes)::float8 AS bytes FROM stored_rows WHERE account_id = ${accountId} GROUP BY kind`,
  ]);
  const byKind = (rows: readonly { kind: string; bytes: number }[]) =>
    Object.fromEntries(rows.map(({ kind, bytes }) => [kind, bytes]));
  return { counted: byKind(counted), stored: byKind(stored) };
}
