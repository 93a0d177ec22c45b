import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LaunchError } from '../launch-error.mjs';
import { readSchemaFiles } from '../prisma/schema-files.mjs';
import { inProject, packageJson } from '../project.mjs';
import { runProgram } from '../run-program.mjs';

const generatedDir = inProject('src', 'generated', 'prisma');
const stampFile = inProject('src', 'generated', '.prisma-schema-hash');

/**
 * Generates the Prisma client, unless it was generated from this exact schema.
 * @param {import('../progress.mjs').Progress} progress
 */
export async function ensurePrismaClient(progress) {
  const hash = schemaHash();
  if (existsSync(inProject('src', 'generated', 'prisma', 'client.ts')) && readStamp() === hash) return;
  await progress.step('Generating the database client', async () => {
    const { status, output } = await runProgram(
      process.execPath,
      [inProject('scripts', 'lib', 'prisma', 'generate-client.mjs')],
      { cwd: inProject() },
    );
    if (status !== 0 || !existsSync(generatedDir)) {
      throw new LaunchError(
        `Prisma could not generate its client:\n${output.trim()}`,
        output.includes('Cannot find module') ? 'Run `npm ci`.' : 'Mend the schema in prisma/schema.',
      );
    }
  });
  writeFileSync(stampFile, hash);
}

function schemaHash() {
  const hash = createHash('sha256').update(packageJson().dependencies['@prisma/client']);
  for (const file of readSchemaFiles(inProject('prisma', 'schema'))) hash.update(file.content).update('\0');
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
