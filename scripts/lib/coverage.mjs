import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inProject } from './project.mjs';
import { runVisibly } from './run-visibly.mjs';

const FOLDER = ['.cache', 'coverage'];

/**
 * Runs Jest with `--coverage`, has services started by tests write their own coverage (V8's), and prints both together:
 * one line per folder, and the files that were never run.
 * @param {(jestArguments: readonly string[]) => Promise<number>} runJest
 * @param {readonly string[]} jestArguments
 * @returns {Promise<number>} exit code of Jest
 */
export async function runWithCoverage(runJest, jestArguments) {
  rmSync(inProject(...FOLDER), { recursive: true, force: true });
  const services = inProject(...FOLDER, 'v8');
  mkdirSync(services, { recursive: true });
  process.env.EARSHOT_SERVICE_COVERAGE = services;
  const status = await runJest(jestArguments);
  // Source maps lead from compiled files to their sources.
  await runVisibly([
    inProject('node_modules', 'c8', 'bin', 'c8.js'),
    ...['report', '--temp-directory', services, '--reporter', 'json', '--exclude-after-remap'],
    ...['--include', 'src/**/*.ts', '--exclude', 'src/generated/**'],
    ...['--reports-dir', inProject(...FOLDER, 'services')],
  ]);
  printCoverage();
  return status;
}

function printCoverage() {
  const { createCoverageMap } = createRequire(import.meta.url)('istanbul-lib-coverage');
  const map = createCoverageMap({});
  for (const part of ['jest', 'services']) {
    map.merge(JSON.parse(readFileSync(inProject(...FOLDER, part, 'coverage-final.json'), 'utf8')));
  }
  /** @type {Map<string, { covered: number, total: number }>} */
  const folders = new Map();
  const untouched = [];
  for (const file of map.files()) {
    const { covered, total } = map.fileCoverageFor(file).toSummary().lines;
    const source = file.slice(inProject().length + 1);
    const folder = source.split('/').slice(0, 2).join('/');
    const sum = folders.get(folder) ?? { covered: 0, total: 0 };
    folders.set(folder, { covered: sum.covered + covered, total: sum.total + total });
    if (covered === 0) untouched.push(source);
  }
  for (const [folder, { covered, total }] of [...folders].sort()) {
    console.log(`${((100 * covered) / total).toFixed(1).padStart(5)} %  ${folder}`);
  }
  console.log(
    `Files that no test ran:\n${untouched
      .sort()
      .map((file) => `  ${file}`)
      .join('\n')}`,
  );
}
