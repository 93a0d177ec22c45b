import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf, LaunchError } from '../launch-error.mjs';
import { isAlive, startTimeOf } from '../processes.mjs';

/**
 * Claims a data folder for this process. The claim of a dead process (killed, or the machine was restarted) is void,
 * even if its process id has been reused.
 * @param {string} file the claim
 * @param {string} folder what is claimed, for the message
 * @returns {{ release: () => void }}
 * @throws LaunchError when a living process holds it
 */
export function claimDataFolder(file, folder) {
  const holder = livingHolder(file);
  if (holder) {
    throw new LaunchError(
      `Earshot is running on this data already (process ${holder.pid}, data in ${folder}).`,
      'Use the running one, or stop it first (Ctrl-C in its terminal, or `kill ' +
        `${holder.pid}\`). To run a second one beside it, give that one a DATA_DIR, PORT and MEDIA_PORT of its own.`,
    );
  }
  rmSync(file, { force: true });
  const claim = JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) });
  try {
    writeFileSync(file, claim, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new LaunchError(
      `Another Earshot is starting on this data right now (${folder}).`,
      'Use that one, or try again in a moment.',
    );
  }
  return {
    release() {
      if (readClaim(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * @param {string} file
 * @returns {boolean} whether a living process holds the claim
 */
export const isClaimed = (file) => livingHolder(file) !== undefined;

/** @param {string} file */
function livingHolder(file) {
  const holder = readClaim(file);
  return holder && isAlive(holder.pid) && startTimeOf(holder.pid) === holder.startTime ? holder : undefined;
}

/** @param {string} file */
function readClaim(file) {
  try {
    const { pid, startTime } = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}
