/**
 * A failure that the person at the terminal can fix. It is printed as "what happened" and "what to do", without a
 * stack; every other error is a bug and is printed with its stack.
 */
export class LaunchError extends Error {
  /**
   * @param {string} message what happened
   * @param {string} remedy what to do about it, as whole sentences
   * @param {ErrorOptions} [options]
   */
  constructor(message, remedy, options) {
    super(message, options);
    this.name = 'LaunchError';
    this.remedy = remedy;
  }
}

/** @param {unknown} error */
export const messageOf = (error) => /** @type {Partial<Error>} */ (error).message ?? String(error);

/**
 * The code of a system or PostgreSQL error, such as `ENOENT`.
 * @param {unknown} error
 */
export const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/**
 * @param {unknown} error
 * @returns {string} the text to print for it
 */
export function describeFailure(error) {
  if (error instanceof LaunchError) return `${error.message}\n\nWhat to do: ${error.remedy}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
