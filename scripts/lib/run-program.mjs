import { spawn } from 'node:child_process';

/** Length of the output kept to explain a failure. */
const KEPT_CHARACTERS = 8_000;

/**
 * Running programs; they are ended with this process.
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set();

/**
 * Runs a program to its end without showing its output, and keeps the end of that.
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onLine?: (line: string) => void }} [options]
 * @returns {Promise<{ status: number, output: string }>} status -1 when it could not be started or was ended by a
 * signal
 */
export function runProgram(program, programArguments, { cwd, env, timeoutMs, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that it can be ended with its child processes.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(child), timeoutMs);
    let output = '';
    let unfinishedLine = '';
    const take = (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      if (!onLine) return;
      const lines = (unfinishedLine + chunk).split('\n');
      unfinishedLine = lines.pop() ?? '';
      lines.forEach(onLine);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', (error) => {
      running.delete(child);
      clearTimeout(timer);
      resolve({ status: -1, output: error.message });
    });
    child.once('close', (status) => {
      running.delete(child);
      clearTimeout(timer);
      resolve({ status: status ?? -1, output });
    });
  });
}

/** Ends running programs when the setup is interrupted. */
export function endRunningPrograms() {
  for (const child of running) end(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function end(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGTERM');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}
