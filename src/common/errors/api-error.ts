/**
 * An error for clients: a status, a stable code and a message without internals. Throw it when a request cannot
 * continue; expected outcomes are return values. `headers` are sent with the response (for example `Retry-After`).
 */
export class ApiError extends Error {
  readonly retryable: boolean;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: ErrorOptions & { retryable?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.retryable = options.retryable ?? status >= 500;
    this.headers = options.headers ?? {};
  }
}

/** The six fields of every HTTP error. */
export interface ErrorEnvelope {
  readonly success: false;
  readonly error: string;
  readonly error_id: string;
  readonly error_code: string;
  readonly error_message: string;
  readonly data: null;
}

export function errorEnvelope(code: string, message: string, correlationId: string): ErrorEnvelope {
  return {
    success: false,
    error: message,
    error_id: correlationId,
    error_code: code,
    error_message: message,
    data: null,
  };
}

export const validationFailed = (message: string) => new ApiError(400, 'SCHEMA_VALIDATION_FAILED', message);

/** The same response for a missing, unknown, revoked or expired key. */
export const unauthorized = () => new ApiError(401, 'UNAUTHORIZED', 'Missing or invalid API key.');

export const forbidden = (message: string) => new ApiError(403, 'FORBIDDEN', message);

export const missingScope = (scope: string): string => `The API key lacks the scope ${scope}.`;

export const roleLacks = (role: string, scope: string): string =>
  `Your role, ${role}, lacks the scope ${scope}. An owner of the account can give you another role.`;

/** The same response for a missing resource and one of another account. */
export const notFound = (code = 'NOT_FOUND', message = 'Not found.') => new ApiError(404, code, message);

export const conflict = (code: string, message: string) => new ApiError(409, code, message);

/** @param reached Which limit was reached, how much is used, and by what. */
export function rateLimited(afterSeconds: number, reached: string): ApiError {
  const seconds = Math.max(1, Math.ceil(afterSeconds));
  return new ApiError(429, 'RATE_LIMITED', `${reached} Try again in ${seconds} s.`, {
    retryable: true,
    headers: { 'Retry-After': String(seconds) },
  });
}

export const unavailable = (
  cause?: unknown,
  message = 'The service cannot do this right now. Try again shortly.',
) => new ApiError(503, 'SERVICE_UNAVAILABLE', message, { cause, headers: { 'Retry-After': '1' } });

export const unsupportedMediaType = (): ApiError =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must be sent as application/json.');

const MAX_REPEATED = 100;
/** Invisible characters, and those that change how the following text is displayed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Excerpt of a client's text for an error message, without control characters. */
export function excerpt(text: string): string {
  const cut = text.slice(0, MAX_REPEATED - 1).replace(/\p{Surrogate}$/u, '');
  return (text.length > MAX_REPEATED ? `${cut}…` : text).replace(UNSEEN, '\ufffd');
}
