import path from 'node:path';
import { compileTools } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import { mostlyWaits } from '../rooms.mjs';
import { places } from './places.mjs';
import { SuiteRunner } from './suite-runner.mjs';

/** None stays long if it grows. */
const MAX_SUITES_A_PROCESS = 20;

/**
 * Runs suites in Node processes on the compiled sources, with Jest's own framework (jest-circus) in them. Jest's runner
 * loads the whole service anew for each suite, into a realm of its vm modules that has no cache.
 */
export default class NativeRunner {
  supportsEventEmitters = false;

  /** @param {any} globalConfig of Jest */
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /**
   * Called by Jest (its `CallbackTestRunnerInterface`).
   * @param {readonly { path: string, context: { config: object } }[]} tests suites, in the order in which they start
   * @param {{ isInterrupted(): boolean }} watcher
   */
  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    await compileTools();
    // What runs alone also has a process alone: long tests measure it.
    const runner = new SuiteRunner(this.globalConfig, serial ? 1 : MAX_SUITES_A_PROCESS);
    const takeTurns = async (turns) => {
      for (const test of turns) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        const { result, error } = await runner.run(test);
        await (result ? onResult(test, result) : onFailure(test, error));
      }
    };
    const waits = ({ path: file }) => mostlyWaits(path.relative(inProject(), file).replaceAll(path.sep, '/'));
    const all = serial ? [tests.values()] : places(tests, waits, this.globalConfig.maxWorkers);
    await Promise.all(all.map(takeTurns));
    await runner.close();
  }
}
