import { fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';

const PROGRAM = fileURLToPath(new URL('./suite-process.mjs', import.meta.url));

/** Longer than a suite's process waits for its own end. */
const MAX_ENDING_MS = 15_000;

/** How long the rest of a suite's output is waited for. */
const MAX_OUTPUT_WAIT_MS = 1_000;

/** What a suite printed beyond that is cut off. */
const MAX_OUTPUT_CHARACTERS = 200_000;

/**
 * Runs one suite in a process of its own. A suite has passed or failed by its tests alone: native addons can crash
 * while their process is torn down, which is told beneath the suite.
 * @param {{ path: string, context: { config: object } }} test as Jest gives it to runners
 * @param {object} globalConfig of Jest
 * @returns {Promise<{ result?: object, error?: object }>} a result of Jest's; an error when the suite could not be
 * loaded or its process died
 */
export async function runSuite({ path: file, context }, globalConfig) {
  const startedAt = Date.now();
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8') },
  });
  const output = collectOutput(child);
  const compiled = compiledPath(path.relative(inProject(), file));
  child.send({ globalConfig, config: context.config, file, compiled });
  const { message, ending } = await outcomeOf(child);
  if (message === undefined) return { error: died(ending, output()) };
  if (message.error) return { error: message.error };
  return { result: finish(message.result, startedAt, output(), ending) };
}

/** The last words of a suite's process, and how it ended: an exit code or the name of a signal. */
function outcomeOf(child) {
  return new Promise((resolve) => {
    let message;
    let timer;
    child.once('message', (received) => {
      message = received;
      timer = setTimeout(() => child.kill('SIGKILL'), MAX_ENDING_MS);
    });
    child.once('error', (error) => resolve({ message, ending: error.message }));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const done = () => resolve({ message, ending: signal ?? code });
      // Programs that a suite left behind can hold its output open.
      child.once('close', done);
      setTimeout(done, MAX_OUTPUT_WAIT_MS).unref();
    });
  });
}

function collectOutput(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      if (output.length < MAX_OUTPUT_CHARACTERS) output += text;
    });
  }
  return () => output.trimEnd();
}

function finish(result, start, output, ending) {
  const notes = [];
  if (output !== '') notes.push({ type: 'log', message: output, origin: '' });
  if (ending !== 0) {
    notes.push({
      type: 'warn',
      message: `The process of this suite ended with ${ending} after its tests.`,
      origin: '',
    });
  }
  const end = Date.now();
  const runtime = end - start;
  const slow = runtime / 1_000 > 5;
  return {
    ...result,
    console: notes.length > 0 ? notes : undefined,
    perfStats: { start, end, runtime, slow },
  };
}

function died(ending, output) {
  const message = `The process of this suite ended with ${ending} before its tests had ended.\n${output}`;
  return { message, stack: message, type: 'Error' };
}
