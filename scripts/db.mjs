// npm run db -- COMMAND: manages the database schema. Without a command it lists them.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(fileURLToPath(import.meta.url), async () => {
  const { runDbCommand } = await import('./lib/prisma/db-command.mjs');
  return runDbCommand(process.argv.slice(2));
});
