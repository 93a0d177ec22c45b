import path from 'node:path';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import { onlyWorks } from '../rooms.mjs';
import { SharedProcess } from './shared-process.mjs';
import { usesWrtc } from './uses-wrtc.mjs';

/** What libwebrtc leaves on in a process until its end: leave-without-teardown.ts. */
const LEFT_BY_WRTC = "process.on('beforeExit')";

/** Suites that measure frames of 20 ms; threads of libwebrtc run beside them where another suite has loaded it. */
const EXACT_ROOM = path.join('test', 'media') + path.sep;

/** A suite that takes longer is marked by Jest. */
const SLOW_MS = 5_000;

/**
 * Runs suites in processes that they share, one after another, as long as each leaves its process as it found it. A
 * suite has passed or failed by its tests alone: native addons can crash while their process is torn down, which is
 * told beneath the suite.
 */
export class SuiteRunner {
  /** Processes that wait for another suite. @type {SharedProcess[]} */
  #idle = [];
  /** The same, in which libwebrtc was loaded: for suites that use it themselves. @type {SharedProcess[]} */
  #idleWithWrtc = [];
  #globalConfig;
  #maxSuites;

  /**
   * @param {object} globalConfig of Jest
   * @param {number} maxSuites so many suites share a process at most
   */
  constructor(globalConfig, maxSuites) {
    this.#globalConfig = globalConfig;
    this.#maxSuites = maxSuites;
  }

  /**
   * @param {{ path: string, context: { config: object } }} test as Jest gives it to runners
   * @returns {Promise<{ result?: object, error?: object }>} a result of Jest's; an error when the suite could not be
   * loaded or its process died
   */
  async run(test) {
    const file = path.relative(inProject(), test.path);
    const home = this.#homeFor(file);
    const { died, ...outcome } = await this.#runIn(home, test);
    // One that ran there before may be to blame for that.
    return died && home.suites > 1 ? this.#runIn(new SharedProcess(home), test) : outcome;
  }

  /** One that was used before, or a new one. @param {string} file of the suite, from the project's folder */
  #homeFor(file) {
    const mayShareWrtc = !file.startsWith(EXACT_ROOM) && usesWrtc(compiledPath(file));
    const stepsBack = this.#stepsBack(file);
    const idle =
      (mayShareWrtc && takeLiving(this.#idleWithWrtc, stepsBack)) || takeLiving(this.#idle, stepsBack);
    return idle ?? new SharedProcess({ stepsBack });
  }

  /** Beside nobody there is nobody to step back for. @param {string} file */
  #stepsBack(file) {
    return this.#maxSuites > 1 && onlyWorks(file.replaceAll(path.sep, '/'));
  }

  /** Ends the processes. */
  async close() {
    const idle = [...this.#idle.splice(0), ...this.#idleWithWrtc.splice(0)];
    await Promise.all(idle.map((process) => process.leave()));
  }

  async #runIn(home, { path: file, context }) {
    const start = Date.now();
    const answer = await home.run({
      globalConfig: this.#globalConfig,
      config: context.config,
      file,
      compiled: compiledPath(path.relative(inProject(), file)),
    });
    // What it printed comes another way.
    await new Promise((resolve) => setImmediate(resolve));
    const isGood = home.suites < this.#maxSuites && answer?.result?.numFailingTests === 0;
    const pool = isGood ? this.#poolFor(answer.left) : undefined;
    if (!pool) await home.leave();
    const output = home.takeOutput();
    pool?.push(home);
    if (answer === undefined) return { error: deathOf(home.ending, output), died: true };
    if (answer.error) return { error: answer.error };
    const result = finish(answer, start, output, home.ending);
    // Jest leaves that to its runners where there is one suite alone.
    if (this.#globalConfig.verbose) for (const { message } of result.console ?? []) console.error(message);
    return { result };
  }

  /** Where a process waits that was left so; undefined if it must end. */
  #poolFor({ open, changed }) {
    if (changed.length > 0 || open.some((left) => left !== LEFT_BY_WRTC)) return undefined;
    return open.length > 0 ? this.#idleWithWrtc : this.#idle;
  }
}

/**
 * One that has not ended since.
 * @param {SharedProcess[]} pool
 * @param {boolean} stepsBack
 * @returns {SharedProcess | undefined}
 */
function takeLiving(pool, stepsBack) {
  const index = pool.findLastIndex((home) => home.stepsBack === stepsBack && home.ending === undefined);
  return index < 0 ? undefined : pool.splice(index, 1)[0];
}

function finish({ result, left }, start, output, ending = 0) {
  const notes = [];
  if (output !== '') notes.push({ type: 'log', message: output, origin: '' });
  const warn = (message) => notes.push({ type: 'warn', message, origin: '' });
  if (ending !== 0) warn(`The process of this suite ended with ${ending} after its tests.`);
  if (left.changed.length > 0) warn(`Changed by this suite: ${left.changed.join(', ')}.`);
  const end = Date.now();
  const runtime = end - start;
  const perfStats = { start, end, runtime, slow: runtime > SLOW_MS };
  return { ...result, console: notes.length > 0 ? notes : undefined, perfStats };
}

function deathOf(ending, output) {
  const message = `The process of this suite ended with ${ending} before its tests had ended.\n${output}`;
  return { message, stack: message, type: 'Error' };
}
