// node scripts/lib/prisma/generate-client.mjs: does the same as `npx prisma generate`, with the same generator. `npm
// start` uses it because Prisma's command line, a development dependency, would add 250 MB to the installation.
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';

// As CommonJS: the packages' ESM builds import each other by paths that Node does not resolve.
const require = createRequire(import.meta.url);
const { getGenerators, loadSchemaContext } = require('@prisma/internals');
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');

const schemaContext = await loadSchemaContext({
  schemaPath: { cliProvidedPath: inProject('prisma', 'schema') },
  cwd: inProject(),
  printLoadMessage: false,
});
const generators = await getGenerators({
  schemaContext,
  cliCommand: 'npx prisma',
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
});
for (const generator of generators) {
  await generator.generate();
  generator.stop();
}
