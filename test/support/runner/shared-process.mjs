import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inProject } from '../../../scripts/lib/project.mjs';

const PROGRAM = fileURLToPath(new URL('./suite-process.mjs', import.meta.url));

/** Longer than a process of suites waits for its own end. */
const MAX_ENDING_MS = 15_000;

/** How long the rest of what a suite printed is waited for. */
const MAX_OUTPUT_WAIT_MS = 1_000;

/** What a suite printed beyond that is cut off. */
const MAX_OUTPUT_CHARACTERS = 200_000;

/** How far a process steps back for others: it gets a third of the time of one that does not. */
const NICENESS = '5';

/** A Node process that runs suites one after another (suite-process.mjs). */
export class SharedProcess {
  /** How many suites it was asked to run. */
  suites = 0;
  /** Whether others go before it. @type {boolean} */
  stepsBack;
  /** Exit code or the name of a signal, once it has ended. */
  ending;
  #output = '';
  #child;
  #ended;

  /** @param {{ stepsBack: boolean }} options whether it and what it starts leave processors to others that want them */
  constructor({ stepsBack }) {
    this.stepsBack = stepsBack;
    this.#child = fork(PROGRAM, {
      ...(stepsBack && { execPath: 'nice', execArgv: ['-n', NICENESS, process.execPath] }),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8') },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        if (this.#output.length < MAX_OUTPUT_CHARACTERS) this.#output += text;
      });
    }
    this.#ended = this.#end();
  }

  /**
   * @param {object} order what suite-process.mjs needs to know of a suite
   * @returns {Promise<any>} what it answers; undefined when it ends without an answer
   */
  async run(order) {
    this.suites += 1;
    const answered = new Promise((resolve) => this.#child.once('message', resolve));
    this.#child.send(order, () => undefined);
    return Promise.race([answered, this.#ended]);
  }

  /** What was printed since it was last asked. */
  takeOutput() {
    const output = this.#output.trimEnd();
    this.#output = '';
    return output;
  }

  /** Lets it end by itself, and ends it if it does not. Safe to call when it has ended. */
  async leave() {
    if (this.ending === undefined) this.#child.send({ leave: true }, () => undefined);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), MAX_ENDING_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** @returns {Promise<undefined>} */
  #end() {
    return new Promise((resolve) => {
      const end = (ending) => {
        this.ending = ending;
        const done = () => resolve(undefined);
        // Programs that a suite left behind can hold its output open.
        this.#child.once('close', done);
        setTimeout(done, MAX_OUTPUT_WAIT_MS).unref();
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('exit', (code, signal) => end(signal ?? code));
    });
  }
}
