// npm run docs:api: writes docs/api/openapi.json, docs/api/asyncapi.json and the table of docs/access.md from the code. Tests hold them
// against it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';

/** Settings that no machine's environment changes, so that the documents are the same everywhere. */
const ENVIRONMENT = {
  LOG_LEVEL: 'silent',
  INSTANCE_SECRET: 'only-for-writing-the-documents-000',
  MEDIA_PORT: '0',
};

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  const { compiledPath, compileTools } = await import('./lib/build/tool-code.mjs');
  await ensurePrismaClient(progress);
  await compileTools();
  const load = (...parts) => import(pathToFileURL(compiledPath(path.join('src', ...parts))).href);
  const { createApp } = await load('create-app.ts');
  const { AppConfig } = await load('common', 'config', 'index.ts');
  const { createAsyncApiDocument, createOpenApiDocument, renderAccessLegend, renderAccessTable } = await load(
    'openapi',
    'index.ts',
  );
  const config = AppConfig.fromEnvironment(ENVIRONMENT);
  const app = await createApp(config);
  try {
    const openApi = createOpenApiDocument(app, config);
    await write('openapi.json', openApi);
    await writeAccess([...renderAccessLegend(), '', ...renderAccessTable(openApi)]);
    await write('asyncapi.json', createAsyncApiDocument(config));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  // The app was made to be described, not to run: nothing that it holds needs to be let go in order.
  process.exit(0);
});

async function write(name, document) {
  const prettier = await import('prettier');
  const file = inProject('docs', 'api', name);
  const options = await prettier.resolveConfig(file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await prettier.format(JSON.stringify(document), { ...options, parser: 'json' }));
  console.log(`Wrote docs/api/${name}`);
}

async function writeAccess(lines) {
  const prettier = await import('prettier');
  const file = inProject('docs', 'access.md');
  const table = ['<!-- access table -->', '', ...lines, '', '<!-- /access table -->'].join('\n');
  const text = readFileSync(file, 'utf8').replace(
    /<!-- access table -->[^]*<!-- \/access table -->/,
    () => table,
  );
  writeFileSync(
    file,
    await prettier.format(text, { ...(await prettier.resolveConfig(file)), parser: 'markdown' }),
  );
  console.log('Wrote docs/access.md');
}
