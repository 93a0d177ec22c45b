// npm test [-- JEST_ARGUMENTS]: all tests but the long ones. npm run test:long: the long ones.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { findChromium, findFirefox } from './lib/browsers.mjs';
import { inProject } from './lib/project.mjs';
import { runVisibly } from './lib/run-visibly.mjs';

const without = (browser, debianPackage, variable) =>
  `Skipped: the tests that call through ${browser}, because there is none here. Install it (Debian: apt-get install ${debianPackage}) ` +
  `or set ${variable} to one, and run again.`;

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const { ensureMediaWorker } = await import('./media-worker/ensure-worker.mjs');
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  await ensureMediaWorker(progress);
  await ensurePrismaClient(progress);

  const [first, ...rest] = process.argv.slice(2);
  const isLong = first === '--long';
  const status = await runVisibly([
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    inProject('node_modules', 'jest', 'bin', 'jest.js'),
    // What the long tests measure must not depend on which of them run at the same time.
    ...(isLong ? ['--maxWorkers=1', ...rest] : process.argv.slice(2)),
    // Last, because it takes every word that follows it.
    ...['--selectProjects', ...(isLong ? ['long'] : ['unit', 'e2e'])],
  ]);
  if (findChromium() === undefined) console.log(`\n${without('Chromium', 'chromium', 'CHROMIUM_PATH')}`);
  if (findFirefox() === undefined) console.log(`\n${without('Firefox', 'firefox-esr', 'FIREFOX_PATH')}`);
  return status;
});
