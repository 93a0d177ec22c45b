// node scripts/lib/prisma/generate-client.mjs: writes the Prisma client, by the generator that Prisma's command
// line runs as well. That command line itself is not a dependency: it brings 250 MB along (a studio, a local
// database) that nothing here uses.
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';

// As CommonJS: the packages' ESM variants import each other by paths that Node does not resolve.
const require = createRequire(import.meta.url);
const { enginesVersion, getGenerators, loadSchemaContext } = require('@prisma/internals');
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');

const schemaContext = await loadSchemaContext({
  schemaPath: { cliProvidedPath: inProject('prisma', 'schema') },
  cwd: inProject(),
  printLoadMessage: false,
});
const generators = await getGenerators({
  schemaContext,
  version: enginesVersion,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
});
for (const generator of generators) {
  await generator.generate();
  generator.stop();
}
