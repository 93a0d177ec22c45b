import { ApiResponse } from '@nestjs/swagger';
import type { RequiredAccess } from '../../common/access/index.js';
import { type ErrorEnvelope, errorEnvelope, missingScope } from '../../common/errors/index.js';

/** Codes by status, each with the message of its example. */
export type OperationErrors = Readonly<Record<number, Readonly<Record<string, string>>>>;

const EXAMPLE_ID = '6c1e4f0e-3f4b-4a57-9a31-0d6b1f6f2a55';

/** JSON Schema of the six-field envelope. */
export const API_ERROR_SCHEMA = {
  title: 'ApiError',
  type: 'object',
  required: ['success', 'error', 'error_id', 'error_code', 'error_message', 'data'],
  additionalProperties: false,
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string', description: 'Human-readable message.' },
    error_id: { type: 'string', description: 'The correlation id; quote it to support.' },
    error_code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
    error_message: { type: 'string' },
    data: { type: 'null' },
  },
} as const;

const EVERY: OperationErrors = {
  429: {
    RATE_LIMITED:
      'The account has made 1000 requests within 10 s, on this instance most of them (940) by API key ak_8kL2mN5pQ9rS3tU6vW1xYz. That is the limit (quota requests; the operator raises it: npm run cli -- quotas set ACCOUNT requests NUMBER). Try again in 4 s.',
  },
  500: { INTERNAL_ERROR: 'Something went wrong on our side. Quote the error_id to support.' },
  503: { SERVICE_UNAVAILABLE: 'The service cannot do this right now. Try again shortly.' },
};
const SUSPENDED =
  "The account is suspended. Ask the operator of this service to resume it. The operator's reason: The invoice of March is open.";
const withKey = (scope: RequiredAccess | undefined): OperationErrors => ({
  401: {
    UNAUTHORIZED:
      scope === 'person' ? 'The session has ended. Sign in again.' : 'Missing or invalid API key.',
  },
  403: { FORBIDDEN: refusalFor(scope), ACCOUNT_SUSPENDED: SUSPENDED },
});

function refusalFor(scope: RequiredAccess | undefined): string {
  if (scope === 'person') return 'Only a person who has signed in may do this, no API key.';
  return missingScope(scope === undefined || scope === 'any' ? 'deployments:write' : scope);
}
const BAD_URL: OperationErrors = { 400: { MALFORMED_URL: 'The URL is not valid.' } };
const CHECKED_BODY: OperationErrors = { 400: { SCHEMA_VALIDATION_FAILED: 'unknown field colour' } };
/** Bodies are read even if the operation has none. */
export const READS_BODY: OperationErrors = {
  400: { MALFORMED_JSON: 'The request body is not valid JSON.' },
  408: { REQUEST_TIMEOUT: 'The request did not come in whole in time.' },
  413: {
    PAYLOAD_TOO_LARGE:
      'The request body is larger than HTTP_BODY_LIMIT_BYTES. Send less, or have the operator raise it.',
  },
  415: { UNSUPPORTED_MEDIA_TYPE: 'The request body must be sent as application/json.' },
};
/** Every change adds to the audit log at least. */
export const ADDS_ROWS: OperationErrors = {
  409: {
    STORAGE_LIMIT_REACHED:
      'The account stores 10 GiB and may store 10 GiB (recordings 6.1 GiB, versions 3.9 GiB). Delete agents, ' +
      'documents, test sets or conversations that are not needed, or have the operator raise the quota: npm run cli -- quotas set ACCOUNT storageBytes NUMBER',
  },
};
const IDEMPOTENT: OperationErrors = {
  400: { INVALID_IDEMPOTENCY_KEY: 'The Idempotency-Key must have 1 to 255 printable characters.' },
  409: { IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another request.' },
};

/** The error responses of one operation: the common ones and its own. */
export function errorResponses(operation: {
  readonly isPublic: boolean;
  readonly scope?: RequiredAccess | undefined;
  readonly hasBody: boolean;
  readonly idempotent: boolean;
  /** Message for a refused query string; undefined for an operation without one. */
  readonly badQuery: string | undefined;
  readonly errors: OperationErrors;
}): MethodDecorator[] {
  const sources = [
    BAD_URL,
    operation.isPublic ? {} : withKey(operation.scope),
    EVERY,
    operation.hasBody ? CHECKED_BODY : {},
    operation.badQuery === undefined ? {} : { 400: { SCHEMA_VALIDATION_FAILED: operation.badQuery } },
    operation.idempotent ? IDEMPOTENT : {},
    operation.errors,
  ];
  const byStatus = new Map<number, Record<string, string>>();
  for (const source of sources) {
    for (const [status, codes] of Object.entries(source)) {
      byStatus.set(Number(status), { ...byStatus.get(Number(status)), ...codes });
    }
  }
  return [...byStatus].map(([status, codes]) => ApiResponse({ status, ...errorResponse(codes) }));
}

export const errorResponse = (codes: Readonly<Record<string, string>>) => ({
  description: Object.keys(codes)
    .map((code) => `\`${code}\``)
    .join(', '),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/ApiError' }, examples: examples(codes) },
  },
});

function examples(codes: Readonly<Record<string, string>>): Record<string, { value: ErrorEnvelope }> {
  return Object.fromEntries(
    Object.entries(codes).map(([code, message]) => [
      code,
      { value: errorEnvelope(code, message, EXAMPLE_ID) },
    ]),
  );
}
