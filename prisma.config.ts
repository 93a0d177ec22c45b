import { defineConfig } from 'prisma/config';
import { loadDotEnv } from './scripts/lib/dot-env.mjs';
import { dataDir } from './scripts/lib/launch/database.mjs';
import { runningEmbeddedUrl } from './scripts/lib/postgres/embedded-postgres.mjs';

loadDotEnv();

// Prisma downloads its schema engine before any command. These never run it and accept any file in its place, so they
// work where Prisma's host cannot be reached. `migrate` and `db` must not get one: they would do nothing and succeed.
if (['format', 'generate', 'validate'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  // Without DATABASE_URL: the embedded PostgreSQL, while the service runs.
  datasource: { url: process.env.DATABASE_URL || runningEmbeddedUrl(dataDir()) },
});
