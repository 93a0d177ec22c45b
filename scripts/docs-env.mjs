// npm run docs:env: generates .env.example, docs/reference/settings.md and docs/how-to/upgrading.md from the settings.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  const { compiledPath, compileTools } = await import('./lib/build/tool-code.mjs');
  await ensurePrismaClient(progress);
  await compileTools();
  const compiled = compiledPath(path.join('src', 'common', 'config', 'index.ts'));
  const { renderEnvExample, renderSettingsReference, renderUpgradeGuide } = await import(
    pathToFileURL(compiled).href
  );
  writeFileSync(inProject('.env.example'), renderEnvExample());
  writeFileSync(inProject('docs', 'reference', 'settings.md'), renderSettingsReference());
  writeFileSync(inProject('docs', 'how-to', 'upgrading.md'), renderUpgradeGuide());
  console.log('Wrote .env.example, docs/reference/settings.md and docs/how-to/upgrading.md');
});
