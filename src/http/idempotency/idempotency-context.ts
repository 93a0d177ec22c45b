import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { AuthenticatedRequest } from '../../common/access/index.js';
import { ApiError } from '../../common/errors/index.js';

export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

export interface RepeatableRequest {
  readonly accountId: string;
  readonly key: string;
  /** SHA-256 over method, path and body, which a retry must match. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

/** A repeatable request, or one without a key. */
export type IdempotencyContext = RepeatableRequest | { readonly key: undefined };

/**
 * The request's Idempotency-Key and scope, for `IdempotencyService.run`. The API keys of an account share idempotency
 * keys, so a retry with another API key counts; but with `secret`, for responses that contain a secret, each API key
 * has its own, so that the secret is not repeated to another one.
 * @throws ApiError 400 `INVALID_IDEMPOTENCY_KEY`.
 */
export const Idempotency = createParamDecorator(
  (data: 'secret' | undefined, context: ExecutionContext): IdempotencyContext => {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const header = request.headers['idempotency-key'];
    if (header !== undefined && (typeof header !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(header))) {
      throw new ApiError(
        400,
        'INVALID_IDEMPOTENCY_KEY',
        'The Idempotency-Key must have 1 to 255 printable characters.',
      );
    }
    if (header === undefined) return { key: undefined };
    const { accountId = '', keyId = '' } = request.principal ?? {};
    // A client's key contains no blank.
    const key = data === 'secret' ? `${keyId} ${header}` : header;
    return { accountId, key, fingerprint: fingerprint(request) };
  },
);

function fingerprint({ method, url, body }: AuthenticatedRequest): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', JSON.stringify([method, url, body ?? null]), 'buffer'));
}
