// npm run docs:api: generates docs/api/openapi.json, docs/api/asyncapi.json, the tables of docs/reference/access.md and
// docs/reference/fault-codes.md, the types of the SDK's frames (client/src/wire.ts) and those of the studio's client
// (studio/src/api/schema.d.ts) from the code. Tests compare them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';

/** Fixed settings, so that the documents are the same on every machine. */
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
  const load = (/** @type {string[]} */ ...parts) =>
    import(pathToFileURL(compiledPath(path.join('src', ...parts))).href);
  const { createApp } = await load('create-app.ts');
  const { AppConfig } = await load('common', 'config', 'index.ts');
  const openapi = await load('openapi', 'index.ts');
  const { createAsyncApiDocument, createOpenApiDocument, renderAccessLegend, renderAccessTable } = openapi;
  const config = AppConfig.fromEnvironment(ENVIRONMENT);
  const app = await createApp(config);
  try {
    const openApi = createOpenApiDocument(app, config);
    await write('openapi.json', openApi);
    const { studioApiTypes } = await import('./lib/studio/api-types.mjs');
    await writeFormatted(await studioApiTypes(openApi), 'studio', 'src', 'api', 'schema.d.ts');
    const access = [...renderAccessLegend(), '', ...renderAccessTable(openApi)];
    await writePart(access, 'access table', 'docs', 'reference', 'access.md');
    await writePart(openapi.renderFaultTable(), 'fault table', 'docs', 'reference', 'fault-codes.md');
    await write('asyncapi.json', createAsyncApiDocument(config));
    await writeFormatted(openapi.renderClientTypes(), 'client', 'src', 'wire.ts');
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  // The app was created only to be described: no orderly shutdown is needed.
  process.exit(0);
});

/**
 * @param {string} name
 * @param {unknown} document
 */
async function write(name, document) {
  await writeFormatted(JSON.stringify(document), 'docs', 'api', name);
}

/**
 * @param {string} text
 * @param {string[]} place
 */
async function writeFormatted(text, ...place) {
  const prettier = await import('prettier');
  const file = inProject(...place);
  const options = await prettier.resolveConfig(file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await prettier.format(text, { ...options, filepath: file }));
  console.log(`Wrote ${path.join(...place)}`);
}

/**
 * Replaces the lines between `<!-- NAME -->` and `<!-- /NAME -->` of a Markdown file.
 * @param {readonly string[]} lines
 * @param {string} name
 * @param {string[]} place
 */
async function writePart(lines, name, ...place) {
  const text = readFileSync(inProject(...place), 'utf8');
  const [before, rest] = text.split(`<!-- ${name} -->`);
  const [, after] = rest?.split(`<!-- /${name} -->`) ?? [];
  if (after === undefined) throw new Error(`${path.join(...place)} has no place for the ${name}`);
  const part = [`<!-- ${name} -->`, '', ...lines, '', `<!-- /${name} -->`].join('\n');
  await writeFormatted(`${before}${part}${after}`, ...place);
}
