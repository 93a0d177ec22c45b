import { defineConfig } from 'prisma/config';

/** Commands of Prisma's CLI that never run its native schema engine, but refuse to start without the file. */
const engineless = ['generate', 'validate', 'format'];

// The CLI would download the engine from a host that not every machine reaches. Any file that exists satisfies it. Never do so
// for `migrate`: it would do nothing and report success. Use `npm run db` for migrations.
if (process.argv.some((argument) => engineless.includes(argument))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/none' },
});
