// npm run check: everything that can be said about the code without running it. All steps run, so that all findings
// show.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';
import { runVisibly } from './lib/run-visibly.mjs';

/** All files are checked with their types at once, which takes more than the 4 GiB that Node allows itself. */
const ROOM_FOR_LINT = '--max-old-space-size=6144';

const program = (...parts) => inProject('node_modules', ...parts);

const STEPS = [
  ['format', [program('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  ['lint', [ROOM_FOR_LINT, program('eslint', 'bin', 'eslint.js'), '.']],
  ['types', [program('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']],
  ['types of the browser SDK', [program('typescript', 'bin', 'tsc'), '-p', 'client', '--noEmit']],
  ['types of the widget', [program('typescript', 'bin', 'tsc'), '-p', 'client/widget']],
  ['types of the React package', [program('typescript', 'bin', 'tsc'), '-p', 'client/react', '--noEmit']],
  ['types of the page', [program('typescript', 'bin', 'tsc'), '-p', 'studio']],
  ['types of the tests of both', [program('typescript', 'bin', 'tsc'), '-p', 'test/studio']],
  ['types of the tests of pages', [program('typescript', 'bin', 'tsc'), '-p', 'test/web']],
  ['boundaries', [program('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), 'src']],
  ['files in ARCHITECTURE.md', [inProject('scripts', 'check-architecture.mjs')]],
  ['unused files, exports and dependencies', [program('knip', 'bin', 'knip.js'), '--no-progress']],
  ['API document', [inProject('scripts', 'lint-api.mjs')]],
  ['licences', [inProject('scripts', 'check-licences.mjs')]],
  // Validates the schema as well.
  ['schema and migrations', [inProject('scripts', 'db.mjs'), 'diff', '--exit-code']],
];

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  await ensurePrismaClient(progress);
  const failed = [];
  for (const [name, nodeArguments] of STEPS) {
    console.log(`\n--- ${name}`);
    if ((await runVisibly(nodeArguments)) !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? '\ncheck: all good' : `\ncheck: failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
