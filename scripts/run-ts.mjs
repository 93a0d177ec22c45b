// node scripts/run-ts.mjs FILE [ARGUMENTS]: compiles the project's changed TypeScript and runs one of its files.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { LaunchError } from './lib/launch-error.mjs';
import { inProject } from './lib/project.mjs';

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const [file, ...programArguments] = process.argv.slice(2);
  if (!file?.endsWith('.ts')) {
    throw new LaunchError(
      'No TypeScript file was named.',
      'For instance `node scripts/run-ts.mjs bench/call.ts --calls 10`.',
    );
  }
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  const { compiledPath, compileTools } = await import('./lib/build/tool-code.mjs');
  await ensurePrismaClient(progress);
  await compileTools();
  const compiled = compiledPath(path.relative(inProject(), path.resolve(file)));
  process.argv = [process.execPath, compiled, ...programArguments];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(compiled).href);
  return /** @type {number | undefined} */ (process.exitCode);
});
