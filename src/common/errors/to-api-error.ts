import { HttpException, HttpStatus } from '@nestjs/common';
import {
  ApiError,
  conflict,
  notFound,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from './api-error.js';
import { isDatabaseUnavailable, isGone, uniqueViolation } from './database-errors.js';

/** Fastify's own errors (https://fastify.dev/docs/latest/Reference/Errors/), by code, never by text. */
const FASTIFY_REFUSALS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError(
      413,
      'PAYLOAD_TOO_LARGE',
      'The request body is larger than HTTP_BODY_LIMIT_BYTES. Send less, or have the operator raise it.',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError(400, 'INVALID_CONTENT_LENGTH', 'The Content-Length header does not match the body.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => validationFailed('The request body must be a JSON object.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new ApiError(400, 'MALFORMED_JSON', 'The request body is not valid JSON.'),
  FST_ERR_BAD_URL: () => new ApiError(400, 'MALFORMED_URL', 'The URL is not valid.'),
  FST_ERR_ASYNC_CONSTRAINT: () => new ApiError(400, 'BAD_REQUEST', 'The request is not valid.'),
};

/** Maps any thrown value to an error for the client; hides unexpected ones. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return unavailable(error);
  if (isGone(error)) return notFound();
  if (uniqueViolation(error) !== undefined) return conflict('CONFLICT', 'The name is already in use.');
  const refusal = FASTIFY_REFUSALS[codeOf(error)] ?? FASTIFY_REFUSALS[codeOf(causeOf(error))];
  if (refusal) return refusal();
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === 404) return new ApiError(404, 'NOT_FOUND', 'Not found.');
  if (status >= 400 && status < 500) {
    return new ApiError(status, HttpStatus[status] ?? 'BAD_REQUEST', 'The request is not valid.', {
      cause: error,
    });
  }
  return new ApiError(
    500,
    'INTERNAL_ERROR',
    'Something went wrong on our side. Quote the error_id to support.',
    {
      cause: error,
    },
  );
}

/** Nest wraps Fastify's errors. */
const causeOf = (error: unknown): unknown => (error instanceof HttpException ? error.cause : undefined);

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

function statusOf(error: unknown): number {
  return typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}
