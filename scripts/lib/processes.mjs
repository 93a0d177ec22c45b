import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './launch-error.mjs';

/**
 * @param {number} pid
 * @returns {boolean} whether a process of this id exists, be it ours or someone else's
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * The start time of a process, in the system's format. With the process id it identifies a process uniquely, whereas an
 * id alone is reused eventually.
 * @param {number} pid
 * @returns {string} empty for a process that does not exist
 */
export function startTimeOf(pid) {
  if (process.platform === 'linux') {
    try {
      // The program's name, in parentheses, may contain blanks: count fields after it. Field 22 is the start time.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * @param {number} pid
 * @returns {string} its command line, words separated by blanks; empty for a process that does not exist
 */
export function commandLineOf(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Waits until a process, not necessarily a child, is gone.
 * @param {number} pid
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} false when it is still there after the time
 */
export async function waitUntilGone(pid, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(25);
  }
  return true;
}
