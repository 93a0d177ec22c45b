// npm test [-- JEST_ARGUMENTS]: all tests but the long ones, or some of them. npm run test:long: the long ones.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { findChromium, findFirefox } from './lib/browsers.mjs';
import { inProject } from './lib/project.mjs';
import { recovered, runJest, runRound, suitesToRepeat, summarise } from './lib/test-rounds.mjs';

function tellWhatWasSkipped() {
  if (findChromium() === undefined) console.log(`\n${without('Chromium', 'chromium', 'CHROMIUM_PATH')}`);
  if (findFirefox() === undefined) console.log(`\n${without('Firefox', 'firefox-esr', 'FIREFOX_PATH')}`);
}

const without = (browser, debianPackage, variable) =>
  `Skipped: the tests that call through ${browser}, because there is none here. Install it (Debian: apt-get install ${debianPackage}) ` +
  `or set ${variable} to one, and run again.`;

// `--selectProjects` comes last, because it takes every word that follows it.
const NOT_LONG = ['--selectProjects', 'unit', 'e2e'];

/** Ends with the line "tests: N passed, N failed". */
async function testAll() {
  const round = await runRound(NOT_LONG);
  const second = await lookAgain(round);
  const { passed, failed, status } = summarise(round, second);
  tellWhatWasSkipped();
  tellWhatRecovered(round, recovered(round, second));
  console.log(`tests: ${passed} passed, ${failed} failed`);
  return status;
}

async function testSome([first, ...rest]) {
  // What the long tests measure must not depend on which of them run at the same time.
  const long = ['--maxWorkers=1', ...rest, '--selectProjects', 'long'];
  const status = await runJest(first === '--long' ? long : [first, ...rest, ...NOT_LONG]);
  tellWhatWasSkipped();
  return status;
}

/** Suites that failed beside others are run once more on their own; whatever fails then has failed. */
async function lookAgain(first) {
  const files = suitesToRepeat(first);
  if (files.length === 0) return undefined;
  console.log(
    `\nFailed beside other suites, and run again on their own:\n${list(failuresOf(first, files))}\n`,
  );
  return runRound(['--maxWorkers=1', '--runTestsByPath', ...files, ...NOT_LONG]);
}

function tellWhatRecovered(round, files) {
  if (files.length === 0) return;
  console.log(
    `\n${files.length} suite(s) failed beside others and passed on their own. Once is the machine's doing, most likely; what is on this ` +
      `list again and again is a fault:\n${list(failuresOf(round, files))}`,
  );
}

const failuresOf = ({ suites }, files) =>
  [...suites]
    .filter(([file]) => files.includes(file))
    .flatMap(([file, { failures }]) => {
      const suite = file.slice(inProject().length + 1);
      return failures.length === 0 ? [suite] : failures.map((name) => `${suite}: ${name}`);
    });
const list = (lines) => lines.map((line) => `  ${line}`).join('\n');

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { ensureMediaWorker } = await import('./media-worker/ensure-worker.mjs');
    const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
    await ensureMediaWorker(progress);
    await ensurePrismaClient(progress);

    const chosen = process.argv.slice(2);
    return chosen.length === 0 ? testAll() : testSome(chosen);
  },
  { withMediaWorker: true },
);
