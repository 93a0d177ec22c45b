import { CallError } from '../../../client/src/index.js';

/** An error to show to the user: what happened, and what to do. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly advice: string,
    readonly code = '',
    /** The correlation id in the server's log. */
    readonly errorId = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Problem';
  }

  /** A copy with another message. */
  saying(message: string): Problem {
    return new Problem(message, this.advice, this.code, this.errorId, { cause: this });
  }
}

/** Converts any error into one that can be shown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof CallError)
    return new Problem(error.message, error.advice, error.code, '', { cause: error });
  return new Problem(
    'Something unexpected went wrong in the page.',
    'Reload the page and try again.',
    '',
    '',
    {
      cause: error,
    },
  );
}

export const isProblem = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Problem && codes.includes(error.code);

export const unreachable = (cause: unknown): Problem =>
  new Problem(
    'The server does not answer.',
    'Check that it runs (npm start) and that this device reaches it, then try again.',
    'UNREACHABLE',
    '',
    { cause },
  );

/** Explains a refusal of the server, from its error envelope. */
export function refusal(status: number, envelope: unknown): Problem {
  const message = textOf(envelope, 'error_message') || `The server answered ${status}.`;
  const code = textOf(envelope, 'error_code') || `HTTP_${status}`;
  const errorId = textOf(envelope, 'error_id');
  return new Problem(message, adviceFor(status, code), code, status >= 500 ? errorId : '');
}

function adviceFor(status: number, code: string): string {
  if (code === 'ACCOUNT_SUSPENDED') return 'Nothing was deleted.';
  if (status === 401) return 'Sign in again.';
  if (status === 403) return 'Ask an owner of the account for the permission.';
  if (status === 404) return 'Go back and reload: it may have been deleted.';
  if (status === 429 || status === 503) return 'Wait a few seconds, then try again.';
  if (status >= 500) return 'Try again. If it happens again, look for this id in the log of the server:';
  return '';
}

/** A string field of parsed JSON, or the empty string. */
function textOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !(name in value)) return '';
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof found === 'string' ? found : '';
}
