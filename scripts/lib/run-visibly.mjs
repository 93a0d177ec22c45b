import { spawn } from 'node:child_process';
import { inProject } from './project.mjs';

/**
 * Runs a Node program to its end, with this process's input and output.
 * @param {readonly string[]} nodeArguments
 * @returns {Promise<number>} exit code; 1 when a signal ended it
 */
export function runVisibly(nodeArguments) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, nodeArguments, { cwd: inProject(), stdio: 'inherit' });
    // The terminal sends a Ctrl-C to the program as well; stay until it has cleaned up.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
}
