import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from './project.mjs';
import { runVisibly } from './run-visibly.mjs';

/** More suites than these don't fail because the machine was busy. */
const MAX_REPEATED_SUITES = 10;

/**
 * @typedef {object} Round What one run of Jest found.
 * @property {number} status Exit code of Jest.
 * @property {Map<string, {isGood: boolean, passed: number, failures: string[]}>} suites By path; none when Jest
 * left no result.
 */

/**
 * Runs Jest with our own input and output.
 * @param {readonly string[]} jestArguments
 * @returns {Promise<number>} its exit code
 */
export function runJest(jestArguments) {
  return runVisibly([inProject('node_modules', 'jest', 'bin', 'jest.js'), ...jestArguments]);
}

/**
 * The same, with the outcome of each suite.
 * @param {readonly string[]} jestArguments
 * @returns {Promise<Round>}
 */
export async function runRound(jestArguments) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-tests-'));
  const resultFile = path.join(folder, 'result.json');
  try {
    const status = await runJest(['--json', `--outputFile=${resultFile}`, ...jestArguments]);
    return { status, suites: readSuites(resultFile) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The suites that deserve a second look: calls, browsers and speech run in real time, and a machine that was kept
 * from running for a moment can spoil a few of them. None when nothing failed, or too much.
 * @param {Round} round
 * @returns {string[]}
 */
export function suitesToRepeat({ status, suites }) {
  const failed = [...suites].filter(([, { isGood }]) => !isGood).map(([file]) => file);
  return status !== 0 && failed.length <= MAX_REPEATED_SUITES ? failed : [];
}

/**
 * The first round with what the second found in its place.
 * @param {Round} first
 * @param {Round | undefined} second of some of the first one's suites
 */
export function summarise(first, second) {
  const suites = [...new Map([...first.suites, ...(second?.suites ?? [])]).values()];
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
  const failed = suites.reduce((sum, { failures }) => sum + failures.length, 0);
  const isGood = passed > 0 && suites.every((suite) => suite.isGood);
  return { passed, failed, status: (second ?? first).status || (isGood ? 0 : 1) };
}

/**
 * The suites that failed in the first round, beside others, and passed in the second, on their own.
 * @param {Round} first
 * @param {Round | undefined} second
 * @returns {string[]} their paths
 */
export function recovered(first, second) {
  return suitesToRepeat(first).filter((file) => second?.suites.get(file)?.isGood);
}

function readSuites(resultFile) {
  let results;
  try {
    results = JSON.parse(readFileSync(resultFile, 'utf8')).testResults;
  } catch {
    return new Map();
  }
  return new Map(
    results.map(({ name, status, assertionResults }) => {
      const having = (wanted) => assertionResults.filter((test) => test.status === wanted);
      const failures = having('failed').map(({ fullName }) => fullName);
      return [name, { isGood: status !== 'failed', passed: having('passed').length, failures }];
    }),
  );
}
