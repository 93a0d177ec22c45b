// npm test [-- JEST_ARGUMENTS]: runs Jest on the unit and e2e specs, or on the given files. `--calls` and `--long` (npm
// run test:calls, test:long) select the other two kinds.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { findChromium, findFirefox } from './lib/browsers.mjs';
import { runWithCoverage } from './lib/coverage.mjs';
import { inProject } from './lib/project.mjs';
import { runVisibly } from './lib/run-visibly.mjs';

/** @type {Record<string, string[]>} */
const KINDS = {
  '--calls': ['--selectProjects', 'calls'],
  // Their measurements must not depend on other tests running at the same time.
  '--long': ['--maxWorkers=1', '--selectProjects', 'long'],
};
const USUAL = ['--selectProjects', 'unit', 'e2e'];

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { ensureMediaWorker } = await import('./media-worker/ensure-worker.mjs');
    const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
    await ensureMediaWorker(progress);
    await ensurePrismaClient(progress);

    const [first = '', ...rest] = process.argv.slice(2);
    const kind = KINDS[first];
    const jestArguments = kind ? rest : process.argv.slice(2);
    // `--selectProjects` comes last, because it consumes every word after it.
    const all = [...jestArguments, ...(kind ?? (jestArguments.some(isSpec) ? [] : USUAL))];
    const status = all.includes('--coverage') ? await runWithCoverage(runJest, all) : await runJest(all);
    if (first === '--calls') tellWhatWasSkipped();
    return status;
  },
  { withMediaWorker: true },
);

/** @param {string} argument */
function isSpec(argument) {
  return argument.endsWith('spec.ts');
}

/**
 * Service and tests are ES modules, which Jest runs with Node's `vm` modules.
 * @param {readonly string[]} jestArguments
 */
function runJest(jestArguments) {
  const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
  return runVisibly([
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    ...jestArguments,
  ]);
}

function tellWhatWasSkipped() {
  if (findChromium() === undefined) console.log(`\n${without('Chromium', 'chromium', 'CHROMIUM_PATH')}`);
  if (findFirefox() === undefined) console.log(`\n${without('Firefox', 'firefox-esr', 'FIREFOX_PATH')}`);
}

/**
 * @param {string} browser
 * @param {string} debianPackage
 * @param {string} variable
 */
function without(browser, debianPackage, variable) {
  return (
    `Skipped: the tests that call through ${browser}, because there is none here. Install it (Debian: apt-get install ` +
    `${debianPackage}) or set ${variable} to one, and run again.`
  );
}
