import { CallError } from '../../client/src/index.js';

/** Something to tell the person at the page: what happened, and what to do. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly advice: string,
    readonly code = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Problem';
  }
}

/** Any error as something that can be shown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof CallError)
    return new Problem(error.message, error.advice, error.code, { cause: error });
  return new Problem('Something unexpected went wrong in the page.', 'Reload the page and try again.', '', {
    cause: error,
  });
}
