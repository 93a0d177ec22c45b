// node scripts/lib/prisma/generate-client.mjs: writes the Prisma client, by the generator that Prisma's command
// line runs as well. That command line itself is not a dependency: it brings 250 MB along (a studio, a local
// database) that nothing here uses.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';
import { leanGraph } from './lean-graph.mjs';

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
const classFile = inProject('src', 'generated', 'prisma', 'internal', 'class.ts');
readCompilerFromFile(classFile);
makeGraphLean(classFile);

/**
 * The query compiler comes as a module with a string of 4.5 MB, which Node keeps twice for as long as it runs. As a
 * file it is given back once it is compiled.
 * @param {string} file
 */
function readCompilerFromFile(file) {
  const generated = readFileSync(file, 'utf8');
  const imported = /const \{ wasm \} = await import\("([^"]+\.wasm-base64\.mjs)"\)/;
  if (!imported.test(generated)) throw new Error(`${file} does not import a query compiler as was expected`);
  const changed = generated.replace(
    imported,
    (_, name) =>
      `const { readFile } = await import("node:fs/promises")
    const { createRequire } = await import("node:module")
    const module = await readFile(createRequire(import.meta.url).resolve("${name}"), "latin1")
    const wasm = /"([^"]+)"/.exec(module)?.[1] ?? ""`,
  );
  writeFileSync(file, changed);
}

/** @param {string} file */
function makeGraphLean(file) {
  const generated = readFileSync(file, 'utf8');
  const written = /strings: JSON\.parse\(("(?:[^"\\]|\\.)+")\),\n {2}graph: "([^"]+)"/;
  const [found, strings, graph] = written.exec(generated) ?? [];
  if (!found) throw new Error(`${file} has no graph of parameters as was expected`);
  const lean = leanGraph({ strings: JSON.parse(JSON.parse(strings)), graph });
  const changed = `strings: JSON.parse(${JSON.stringify(JSON.stringify(lean.strings))}),\n  graph: "${lean.graph}"`;
  writeFileSync(
    file,
    generated.replace(found, () => changed),
  );
}
