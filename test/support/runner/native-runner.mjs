import { compileTools } from '../../../scripts/lib/build/tool-code.mjs';
import { runSuite } from './run-suite.mjs';

/**
 * Runs each suite in a Node process of its own on the compiled sources, with Jest's own framework (jest-circus) in it.
 * Jest's runner loads the whole service anew into a realm of its vm modules, without any cache, which took longer than
 * most suites; Node's modules with its compile cache take half of that, and nothing of a suite outlives it.
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
    const waiting = tests.values();
    const takeTurns = async () => {
      for (const test of waiting) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        const { result, error } = await runSuite(test, this.globalConfig);
        await (result ? onResult(test, result) : onFailure(test, error));
      }
    };
    await Promise.all(Array.from({ length: serial ? 1 : this.globalConfig.maxWorkers }, takeTurns));
  }
}
