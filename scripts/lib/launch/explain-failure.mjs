import { LaunchError } from '../launch-error.mjs';

/** @typedef {NodeJS.ErrnoException & { address?: string, hostname?: string, port?: number }} SystemError */

/**
 * Explains failed starts by error code: what happened, and what to do.
 * @type {Record<string, (error: SystemError) => [message: string, remedy: string] | false>}
 */
const EXPLANATIONS = {
  EADDRINUSE: (error) => [
    `Port ${error.port ?? ''} is in use${error.address ? ` on ${error.address}` : ''}: by another Earshot, or by another program.`,
    'Stop that one, or give this one another port: `PORT=3001 npm start` (0 takes a free one).',
  ],
  EACCES: (error) =>
    error.syscall === 'listen'
      ? [
          `This user may not listen on port ${error.port ?? ''}.`,
          'Set PORT to 1024 or above, and put a proxy in front of it.',
        ]
      : [`${error.path ?? 'A file'} cannot be read or written by this user.`, OWN_FOLDER],
  EROFS: (error) => [`${error.path ?? 'A folder'} is on a disk that cannot be written.`, OWN_FOLDER],
  // The error of creating a folder on such a disk.
  ENOENT: (error) =>
    error.syscall === 'mkdir' && [`The folder ${error.path ?? ''} cannot be made.`, OWN_FOLDER],
  EADDRNOTAVAIL: (error) => [
    `${error.address ?? 'The address in HOST'} is not an address of this machine.`,
    'Set HOST to one of its addresses, or to 0.0.0.0 for all of them.',
  ],
  ENOTFOUND: (error) => [
    `There is no host ${error.hostname ?? ''}.`,
    'Correct HOST, or the host in DATABASE_URL.',
  ],
  ENOSPC: () => [
    'The disk is full.',
    'Free a few hundred megabytes and start again; what was stored is safe.',
  ],
};

const OWN_FOLDER = 'Set DATA_DIR to a folder of this user, or give the folder to this user.';

/**
 * @param {any} error of a start
 * @returns {unknown} a LaunchError where the person at the terminal can do something about it, else the error itself
 */
export function explainFailure(error) {
  if (error?.name === 'ConfigError') {
    return new LaunchError(
      error.message,
      'Correct these settings, in the environment or in .env; docs/reference/settings.md explains each.',
      { cause: error },
    );
  }
  const explanation = EXPLANATIONS[error?.code]?.(error);
  return explanation ? new LaunchError(...explanation, { cause: error }) : error;
}
